#include "kernels/device/lane_merge.h"

#include <bit>
#include <tuple>

namespace warplens::device {
namespace {

std::uint32_t take_lowest(std::uint32_t& lanes) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  lanes &= lanes - 1;
  return lane;
}

}  // namespace

LaneMerge::LaneMerge(const Lanes& lanes, std::span<const SiteKind> sites)
    : lanes_(lanes), sites_(sites) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    pending_ |= std::uint32_t{!lanes[lane].empty()} << lane;
  }
}

const SiteKind& LaneMerge::site(std::uint32_t lane) const {
  return sites_[current(lane).site & ~kUnrecordedSpace];
}

void LaneMerge::advance(std::uint32_t lanes) {
  while (lanes != 0) {
    const std::uint32_t lane = take_lowest(lanes);
    lanes_[lane] = lanes_[lane].subspan(1);
    if (lanes_[lane].empty()) pending_ &= ~(1u << lane);
  }
}

// The lanes that go along with `first` in what it has next.
LaneMerge::Event LaneMerge::event_of(std::uint32_t first) const {
  const bool is_barrier = site(first).is_aligned_barrier;
  const std::uint32_t members = is_barrier ? pending_ : current(first).mask;
  Event event{0, false};
  for (std::uint32_t left = members & pending_; left != 0;) {
    const std::uint32_t lane = take_lowest(left);
    const bool is_same = site(lane).first == site(first).first &&
                         (is_barrier || current(lane).mask == current(first).mask);
    event.lanes |= std::uint32_t{is_same} << lane;
  }
  event.is_complete = event.lanes == members;
  return event;
}

std::optional<LaneMerge::Event> LaneMerge::next() const {
  std::optional<Event> best;
  std::uint32_t best_site = 0;
  for (std::uint32_t left = pending_; left != 0;) {
    const std::uint32_t lane = take_lowest(left);
    const Event event = event_of(lane);
    left &= ~event.lanes;
    const bool is_better = !best || std::tuple(event.is_complete, best_site) >
                                        std::tuple(best->is_complete, site(lane).first);
    if (!is_better) continue;
    best = event;
    best_site = site(lane).first;
  }
  return best;
}

}  // namespace warplens::device
