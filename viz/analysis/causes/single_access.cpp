#include "viz/analysis/causes/single_access.h"

#include <bit>

#include "viz/analysis/causes/narrow_loads.h"
#include "viz/analysis/causes/passes.h"

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kLeastAtOneAddress = 4;

std::uint32_t active_lanes(const Access& access) {
  return static_cast<std::uint32_t>(std::popcount(access.mask));
}

// The block's last warp, all of it.
bool is_cut_warp(const Access& access) {
  const std::uint64_t threads = access.trace->launch.block.count();
  return access.warp == threads / kWarpSize && active_lanes(access) == threads % kWarpSize;
}

}  // namespace

std::optional<Suspect> local_memory(const Access& access) {
  if (access.site->space != trace::Space::local || access.passes == 0) return std::nullopt;
  return Suspect{CauseKind::local_memory,
                 access.row,
                 access.site_number,
                 access.passes,
                 {access.cost.sectors, 0, access.site->width, false}};
}

std::optional<Suspect> same_address_atomic(const Access& access) {
  if (access.site->kind != trace::EventKind::atomic || access.passes <= 1) return std::nullopt;
  const std::uint32_t most = most_at_one_address(access.view());
  const std::uint32_t lanes = active_lanes(access);
  if (most < kLeastAtOneAddress || 2 * most < lanes) return std::nullopt;
  return Suspect{CauseKind::same_address_atomic,
                 access.row,
                 access.site_number,
                 access.passes - 1,
                 {most, lanes, access.site->width, access.site->space == trace::Space::shared}};
}

std::optional<Suspect> partial_warp(const Access& access) {
  const std::uint32_t lanes = active_lanes(access);
  if (access.site->kind == trace::EventKind::atomic || access.passes == 0) return std::nullopt;
  // One lane that polls for its block costs nobody a lane.
  if (is_ordered(*access.site)) return std::nullopt;
  if (2 * lanes > kWarpSize) return std::nullopt;
  const double empty = 1 - static_cast<double>(lanes) / kWarpSize;
  return Suspect{CauseKind::partial_warps,
                 access.row,
                 access.site_number,
                 empty,
                 {lanes, kWarpSize, access.site->width, false, is_cut_warp(access)}};
}

}  // namespace warplens::analysis
