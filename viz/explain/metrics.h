// Each metric of Nsight Compute that people quote of memory: what it counts, which figure here it
// is, and when it says something else than it seems to.
//
//   find_metric("L1 Wavefronts Shared Excessive") → Metric → counted(totals), texts
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/base/text.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::explain {

enum class Page : std::uint8_t {
  source,   // a column of the source page: for each instruction, from its addresses
  details,  // a counter of the hardware or a ratio of some, for the whole launch
};

// What the figure is a count of; ratios have a unit of their own.
enum class Unit : std::uint8_t { requests, sectors, wavefronts, conflicts, bytes, ratio, percent };

struct Metric {
  std::string_view name;   // as --metrics takes it
  std::string_view label;  // as a page of the profiler has it
  Page page = Page::details;
  Unit unit = Unit::requests;
  TextView counts;  // a sentence
  TextView here;    // which figure here it is, or why there is none
  TextView lies{};  // when it misleads; empty where nothing is known
  // The figure of a whole launch; null: none here. Nothing: what it divides by is 0.
  std::optional<double> (*figure)(const analysis::KernelTotals& totals) = nullptr;
};

[[nodiscard]] std::span<const Metric> metrics();
// By name, with or without ".sum" and the like, or by label; null: none.
[[nodiscard]] const Metric* find_metric(std::string_view name);
// Whose names or labels have all of the text's words; for who does not know a whole name.
[[nodiscard]] std::vector<const Metric*> metrics_like(std::string_view text);

[[nodiscard]] std::string_view name_of(Page page);
[[nodiscard]] std::string_view name_of(Unit unit);

}  // namespace warplens::explain
