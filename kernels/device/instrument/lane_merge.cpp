#include "kernels/device/instrument/lane_merge.h"

#include <bit>
#include <cstring>
#include <tuple>

namespace warplens::device {
namespace {

std::uint32_t take_lowest(std::uint32_t& lanes) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  lanes &= lanes - 1;
  return lane;
}

}  // namespace

LaneMerge::LaneMerge(const Lanes& lanes, std::span<const std::uint32_t> group_of)
    : lanes_(lanes), group_of_(group_of) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) load(lane);
}

std::uint32_t LaneMerge::group(std::uint32_t lane) const {
  return group_of_[heads_[lane].site & ~kUnrecordedSpace];
}

void LaneMerge::load(std::uint32_t lane) {
  const bool is_left = lanes_[lane].size() >= sizeof(Record);
  if (is_left) std::memcpy(&heads_[lane], lanes_[lane].data(), sizeof(Record));
  const std::uint32_t bit = 1u << lane;
  pending_ = is_left ? pending_ | bit : pending_ & ~bit;
}

bool LaneMerge::advance(std::uint32_t lanes) {
  for (std::uint32_t left = lanes; left != 0;) {
    const std::uint32_t lane = take_lowest(left);
    lanes_[lane] = lanes_[lane].subspan(sizeof(Record));
    load(lane);
  }
  return (lanes & ~pending_) == 0;
}

std::optional<LaneMerge::Event> LaneMerge::next() const {
  std::optional<Event> best;
  std::uint32_t best_group = 0;
  for (std::uint32_t left = pending_; left != 0;) {
    const std::uint32_t first = take_lowest(left);
    Event event{1u << first, false};
    for (std::uint32_t others = left & heads_[first].mask; others != 0;) {
      const std::uint32_t lane = take_lowest(others);
      const bool is_same = heads_[lane].mask == heads_[first].mask && group(lane) == group(first);
      event.lanes |= std::uint32_t{is_same} << lane;
    }
    left &= ~event.lanes;
    event.is_complete = event.lanes == heads_[first].mask;
    const auto rank = [](const Event& one, std::uint32_t group) {
      return std::tuple(!one.is_complete, group);
    };
    if (best && rank(*best, best_group) <= rank(event, group(first))) continue;
    best = event;
    best_group = group(first);
  }
  return best;
}

}  // namespace warplens::device
