// Figures as rows of label and value. Labels are keys: the UI says them in the person's language.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/costed_event.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::scene {

enum class MetricLabel : std::uint8_t {
  active_lanes,
  requests,
  sectors,
  sectors_per_request,
  efficiency,  // distinct bytes used / bytes moved
  wavefronts,
  ideal_wavefronts,
  conflicts,
  n_way,
  not_modelled,  // the shared side of cp.async.cg; its value is empty
  no_rule,       // of a copy by TMA; its value is empty
};

enum class MetricClass : std::uint8_t {
  global_load,
  global_store,
  global_atomic,
  shared_load,
  shared_store,
  shared_atomic,
  async_copy,
  local_load,
  local_store,
  bulk_load,
  bulk_store,
};

struct MetricRow {
  MetricLabel label = MetricLabel::requests;
  std::string value;
  bool costly = false;  // worth a warning (is_costly()): shown in the colour of conflicts
  double amount = 0;    // what `value` says, for comparing
};
struct MetricTable {
  MetricClass of = MetricClass::global_load;
  std::vector<MetricRow> rows;
};

// One event: the figures that its space has.
[[nodiscard]] std::vector<MetricRow> event_metrics(const analysis::CostedEvent& event);
// The whole kernel: one table for each class of access that it makes.
[[nodiscard]] std::vector<MetricTable> kernel_metrics(const analysis::KernelTotals& totals);

// "12,345,678"
[[nodiscard]] std::string with_separators(std::uint64_t number);
// "1 value", "2,048 values": counted(n, tr("{} value"), tr("{} values")).
[[nodiscard]] warplens::Text counted(std::uint64_t count, const TextView& one,
                                     const TextView& many);

}  // namespace warplens::scene
