#include "kernels/machine/launch/block_order.h"

#include <algorithm>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Bytes of one word are told apart by nobody: compilers update small types by whole words.
std::uint64_t word_of(const StrongAccess& access, std::uint32_t lane) {
  return (*access.addresses)[lane] & ~std::uint64_t{3};
}

}  // namespace

BlockOrder::BlockOrder(ReleasedLocations& locations, std::uint64_t block, std::uint32_t warps)
    : locations_(&locations), first_warp_(block * warps), visible_times_(warps), warps_(warps) {}

bool BlockOrder::is_ordered(const GridStamp& earlier, std::uint32_t warp, bool is_strong) const {
  const WarpKnowledge& own = warps_[warp];
  const auto knows = [&](const GridClock& clock) {
    return clock.time(earlier.warp) >= earlier.time;
  };
  if (knows(all_.known) || knows(own.known)) return true;
  return is_strong && (knows(all_.seen) || knows(own.seen));
}

void BlockOrder::barrier() {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (warps_[warp].has_news) share(warps_[warp], warp);
  }
  floor_ = time_++;
}

void BlockOrder::share(WarpKnowledge& from, std::uint32_t warp) {
  all_.known.raise(from.known);
  all_.seen.raise(from.seen);
  all_.visible.raise(from.visible);
  if (from.fenced_own != 0) {
    has_fenced_ = true;
    for (std::uint32_t& time : visible_times_) time = std::max(time, from.fenced_all);
    visible_times_[warp] = std::max(visible_times_[warp], from.fenced_own);
  }
  from = {};
}

void BlockOrder::fence(std::uint32_t warp, FenceSides sides) {
  WarpKnowledge& own = warps_[warp];
  own.has_news = true;
  if (sides.acquires) {
    own.known.raise(all_.seen);
    own.known.raise(own.seen);
  }
  if (!sides.releases) return;
  own.visible.raise(all_.known);
  own.visible.raise(own.known);
  own.fenced_all = floor_;
  own.fenced_own = time_++;
}

void BlockOrder::strong_access(const StrongAccess& access) {
  if (locations_->is_empty() && !access.releases && !has_fenced(access.warp)) return;
  std::uint64_t last = ~std::uint64_t{0};
  each_lane(access.lanes, [&](std::uint32_t lane) {
    const std::uint64_t location = word_of(access, lane);
    if (location == last) return;
    last = location;
    if (access.reads) observe(access, location);
    if (access.writes) publish(access, location);
  });
}

void BlockOrder::observe(const StrongAccess& access, std::uint64_t location) {
  const GridClock* const told = locations_->find(location);
  if (told == nullptr) return;
  WarpKnowledge& own = warps_[access.warp];
  own.has_news = true;
  (access.acquires || access.writes ? own.known : own.seen).raise(*told);
}

void BlockOrder::publish(const StrongAccess& access, std::uint64_t location) {
  if (access.releases) fence(access.warp, {.acquires = false, .releases = true});
  const bool adds = access.updates || access.width < 4;
  locations_->write(location, first_warp_ + access.warp, visible_to_others(access.warp), adds);
}

bool BlockOrder::has_fenced(std::uint32_t warp) const {
  return has_fenced_ || warps_[warp].fenced_own != 0;
}

GridClock BlockOrder::visible_to_others(std::uint32_t warp) const {
  GridClock clock;
  if (!has_fenced(warp)) return clock;
  const WarpKnowledge& own = warps_[warp];
  clock = own.visible;
  clock.raise(all_.visible);
  for (std::uint32_t other = 0; other < warps_.size(); ++other) {
    const std::uint32_t fenced = other == warp ? own.fenced_own : own.fenced_all;
    clock.raise(first_warp_ + other, std::max(visible_times_[other], fenced));
  }
  return clock;
}

}  // namespace warplens::machine
