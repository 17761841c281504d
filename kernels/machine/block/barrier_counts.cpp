#include "kernels/machine/block/barrier_counts.h"

#include <algorithm>

namespace warplens::machine {

void BarrierCounts::start(std::uint32_t warps) {
  counts_.assign(warps, 0);
  apart_.reset();
}

void BarrierCounts::arrive(std::uint32_t warp, std::uint32_t instruction, bool is_first) {
  counts_[warp] += is_first ? 1 : 0;
  if (!apart_.has_value() || apart_->places[warp] == kNoIndex) return;
  const std::uint32_t away = apart_->places[warp] == apart_->one ? apart_->other : apart_->one;
  if (instruction == away) apart_->came_to_other[warp] = true;
}

void BarrierCounts::complete(const OpenBarrier& barrier) {
  if (!barrier.is_met_apart || apart_.has_value()) return;
  const auto other = std::ranges::find_if(barrier.places, [&](std::uint32_t place) {
    return place != kNoIndex && place != barrier.instruction;
  });
  apart_ = {barrier.instruction, *other, barrier.places,
            std::vector<bool>(barrier.places.size(), false)};
}

std::optional<UnevenBarrier> BarrierCounts::uneven() const {
  if (!apart_.has_value()) return std::nullopt;
  if (auto found = told_by(apart_->one, apart_->other)) return found;
  return told_by(apart_->other, apart_->one);
}

// Warps that stood at `place` came to `other` later, where those stood that never came to `place`,
// and in all they came to more barriers.
std::optional<UnevenBarrier> BarrierCounts::told_by(std::uint32_t place,
                                                    std::uint32_t other) const {
  UnevenBarrier found{place, other, kNoIndex};
  std::uint64_t least_here = ~std::uint64_t{0}, least_there = ~std::uint64_t{0};
  for (std::uint32_t warp = 0; warp < counts_.size(); ++warp) {
    if (apart_->places[warp] == place && apart_->came_to_other[warp]) {
      found.warp = std::min(found.warp, warp);
      ++found.warps;
      least_here = std::min(least_here, counts_[warp]);
    } else if (apart_->places[warp] == other && !apart_->came_to_other[warp]) {
      least_there = std::min(least_there, counts_[warp]);
    }
  }
  if (found.warps == 0 || least_there >= least_here) return std::nullopt;
  return found;
}

}  // namespace warplens::machine
