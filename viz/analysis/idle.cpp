#include "viz/analysis/idle.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace warplens::analysis {
namespace {

bool touches_memory(const trace::Site& site) {
  return site.space != trace::Space::none && site.kind != trace::EventKind::barrier &&
         site.kind != trace::EventKind::branch;
}

}  // namespace

std::optional<Idle> idle_of(const trace::Trace& trace) {
  Idle idle;
  idle.blocks = trace.launch.grid.count();
  if (!trace.events_complete || trace.block_count < idle.blocks) return std::nullopt;
  const std::uint64_t warps = trace.launch.warps_per_block();
  std::vector<std::uint32_t> busy(idle.blocks * warps);  // lanes, a mask for each warp
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (!touches_memory(trace.sites[trace.events.site(row)])) continue;
    busy[trace.events.block(row) * warps + trace.events.warp(row)] |= trace.events.mask(row);
  }
  idle.lanes = busy.size() * kWarpSize;
  idle.idle_lanes = idle.lanes;
  for (const std::uint32_t mask : busy) {
    idle.idle_lanes -= static_cast<std::uint64_t>(std::popcount(mask));
  }
  for (std::uint64_t block = 0; block < idle.blocks; ++block) {
    const auto of_block = std::span(busy).subspan(block * warps, warps);
    const bool has_work = std::ranges::any_of(of_block, [](std::uint32_t m) { return m != 0; });
    idle.idle_blocks += has_work ? 0 : 1;
  }
  return idle;
}

}  // namespace warplens::analysis
