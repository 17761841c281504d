#include "kernels/machine/program/race_detector_order.h"

#include <utility>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Calls act(warp, lanes) for each run of threads of one warp.
template <class Act>
void each_warp_of(std::span<const std::uint32_t> threads, Act act) {
  for (std::size_t i = 0; i < threads.size();) {
    const std::uint32_t warp = threads[i] / kWarpSize;
    std::uint32_t lanes = 0;
    for (; i < threads.size() && threads[i] / kWarpSize == warp; ++i) {
      lanes |= 1u << threads[i] % kWarpSize;
    }
    act(warp, lanes);
  }
}

// Bytes of one word are told apart by nobody: compilers update small types by whole words.
std::uint64_t location_of(const StrongAccess& access, std::uint32_t lane) {
  return ((*access.addresses)[lane] | access.place) & ~std::uint64_t{3};
}

// The lanes of `among` at the same location as its first.
std::uint32_t lanes_alike(const StrongAccess& access, std::uint32_t among) {
  const std::uint64_t first = location_of(access, first_lane(among));
  std::uint32_t alike = 0;
  each_lane(among, [&](std::uint32_t lane) {
    alike |= std::uint32_t{location_of(access, lane) == first} << lane;
  });
  return alike;
}

}  // namespace

RaceOrder::RaceOrder(std::uint32_t threads) {
  for (std::uint32_t warp = 0; warp * kWarpSize < threads; ++warp) warps_.emplace_back(warp);
}

void RaceOrder::block_barrier() {
  ++epoch_;
  for (RaceWarpOrder& warp : warps_) warp.start_epoch();
  barriers_.clear();
  locations_.clear();
  others_tell_.reset();
}

void RaceOrder::partial_barrier(std::span<const std::uint32_t> arriving,
                                std::span<const std::uint32_t> waiting) {
  RaceClock clock;
  release(clock, arriving);
  acquire(std::make_shared<RaceClock>(std::move(clock)), waiting);
}

void RaceOrder::arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  release(barriers_[barrier].arriving, threads);
}

void RaceOrder::complete_phase(std::uint64_t barrier) {
  Barrier& phases = barriers_[barrier];
  phases.completed = std::make_shared<RaceClock>(std::exchange(phases.arriving, {}));
}

void RaceOrder::wait(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  acquire(barriers_[barrier].completed, threads);
}

void RaceOrder::fence(std::uint32_t warp, std::uint32_t lanes, FenceSides sides) {
  warps_[warp].fence(lanes, sides.acquires, sides.releases);
}

void RaceOrder::strong_access(const StrongAccess& access) {
  if (!may_order(access)) return;
  if (access.reads && !access.writes) {
    for (std::uint32_t left = access.lanes; left != 0;) {
      const std::uint32_t alike = lanes_alike(access, left);
      observe(access, location_of(access, first_lane(left)), alike);
      left &= ~alike;
    }
    return;
  }
  // Lanes update one after the other, and each reads what the one before it wrote.
  each_lane(access.lanes, [&](std::uint32_t lane) {
    const std::uint64_t name = location_of(access, lane);
    if (access.reads) observe(access, name, 1u << lane);
    publish(access, name, lane);
  });
}

bool RaceOrder::may_order(const StrongAccess& access) const {
  if (!locations_.empty() || others_tell_ != nullptr) return true;
  return access.writes && (access.releases || (fenced_lanes(access.warp) & access.lanes) != 0);
}

void RaceOrder::observe(const StrongAccess& access, std::uint64_t name, std::uint32_t lanes) {
  const auto location = locations_.find(name);
  const SharedClock& told = location == locations_.end() ? others_tell_ : location->second.released;
  if (told == nullptr) return;
  RaceWarpOrder& warp = warps_[access.warp];
  if (access.acquires) {
    warp.acquire(told, lanes);
  } else {
    warp.see(told, lanes);
  }
}

// A write replaces what the location told, an update adds to it, and so does a write behind a
// release by the same thread (PTX ISA, "Release and Acquire Patterns").
void RaceOrder::publish(const StrongAccess& access, std::uint64_t name, std::uint32_t lane) {
  const std::uint32_t thread = access.warp * kWarpSize + lane;
  RaceWarpOrder& warp = warps_[access.warp];
  SharedClock released = warp.released_at_fence(lane);
  if (access.releases) {
    auto now = std::make_shared<RaceClock>();
    warp.release(*now, 1u << lane);
    released = std::move(now);
  }
  const auto known = locations_.find(name);
  const bool is_part = access.width < 4;
  if (known == locations_.end()) {
    if (released != nullptr) {
      add_location(name, std::move(released), access.releases ? thread : kNobody);
    }
    return;
  }
  Location& location = known->second;
  const bool adds = access.updates || is_part || location.releaser == thread;
  if (adds) released = joined(location.released, released);
  if (released == nullptr) {
    locations_.erase(known);
    return;
  }
  location.released = std::move(released);
  if (access.releases) location.releaser = thread;
  if (!adds && !access.releases) location.releaser = kNobody;
}

void RaceOrder::add_location(std::uint64_t name, SharedClock released, std::uint32_t releaser) {
  if (locations_.size() >= kMostLocations) make_locations_one();
  locations_[name] = {joined(others_tell_, released), releaser};
}

void RaceOrder::make_locations_one() {
  RaceClock all;
  if (others_tell_ != nullptr) all = *others_tell_;
  for (const auto& [name, location] : locations_) all.raise(*location.released);
  others_tell_ = std::make_shared<const RaceClock>(std::move(all));
  locations_.clear();
}

void RaceOrder::release(RaceClock& into, std::span<const std::uint32_t> threads) {
  each_warp_of(threads,
               [&](std::uint32_t warp, std::uint32_t lanes) { warps_[warp].release(into, lanes); });
}

void RaceOrder::acquire(const SharedClock& from, std::span<const std::uint32_t> threads) {
  if (from == nullptr || from->is_empty()) return;
  each_warp_of(threads,
               [&](std::uint32_t warp, std::uint32_t lanes) { warps_[warp].acquire(from, lanes); });
}

}  // namespace warplens::machine
