// The events of a block in the order in which what it stores to shared memory is there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

// Rows of the trace: by the barriers that the event's warp has passed, then as they stand there.
[[nodiscard]] inline std::vector<std::uint32_t> events_in_order(const trace::Trace& trace,
                                                                std::uint32_t block) {
  std::vector<std::uint32_t> barriers(trace.launch.warps_per_block());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> passed;  // barriers, row
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (trace.events.block(row) != block) continue;
    std::uint32_t& now = barriers[trace.events.warp(row)];
    passed.emplace_back(now, static_cast<std::uint32_t>(row));
    if (is_block_barrier(trace.sites[trace.events.site(row)])) ++now;
  }
  std::ranges::sort(passed);
  std::vector<std::uint32_t> rows;
  for (const auto& [now, row] : passed) rows.push_back(row);
  return rows;
}

}  // namespace warplens::analysis
