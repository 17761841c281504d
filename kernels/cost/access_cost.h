// What one warp-level memory instruction costs, by the rules of MODEL.md.
//
// The rules were fitted to hardware counters on an NVIDIA H200 (compute capability 9.0) and are
// exact on every row of tests/data/h200-access-*.tsv.
//
//   request    one warp instruction with at least one active lane
//   sector     an aligned 32-byte segment of global memory
//   wavefront  one pass through the shared-memory data pipe
//   bank       one of 32 four-byte columns: (address / 4) mod 32
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

inline constexpr std::uint32_t kBanks = 32;
inline constexpr std::uint32_t kBankBytes = 4;
inline constexpr std::uint32_t kSectorBytes = 32;

struct AccessCost {
  // Side of global or local memory.
  std::uint32_t requests = 0;       // 1 when any lane is active; one a word, or a copy by TMA
  std::uint32_t sectors = 0;        // distinct ones; of cp.async.cg: that are fetched
  std::uint32_t ideal_sectors = 0;  // ceil(bytes_used / 32)
  std::uint32_t bytes_used = 0;     // distinct bytes
  // Shared side.
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal_wavefronts = 0;  // groups with an active lane: each takes one at least
  std::uint32_t conflicts = 0;         // wavefronts − ideal_wavefronts
  std::uint32_t max_way = 0;           // the largest group's wavefronts
  bool modelled = true;                // false: some shared atomics and copies
};

// Cost of one event at its site. An event without active lanes, or one that touches no memory
// (barrier, branch, shuffle), costs nothing.
[[nodiscard]] AccessCost access_cost(const trace::Site& site, const trace::EventView& event);

// The cost as a share of a site's totals; `events` and `lanes` stay 0.
[[nodiscard]] trace::SiteTotals as_totals(const AccessCost& cost);

// Adds access_cost() to `totals`; this is the CostFunction that the backends are given.
void add_cost(const trace::Site& site, const trace::EventView& event, trace::SiteTotals& totals);

// The distinct sectors (address / 32) that the event's global side touches, ascending.
[[nodiscard]] std::vector<std::uint64_t> touched_sectors(const trace::Site& site,
                                                         const trace::EventView& event);

}  // namespace warplens::analysis
