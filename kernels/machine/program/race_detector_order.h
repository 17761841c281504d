// The happens-before order of one block's threads: which earlier accesses are ordered before now.
//
// An access is stamped with (epoch, warp time, lane). The epoch counts block barriers: an older one
// is ordered before everything. A warp's time advances whenever lanes of it tell others what they
// have done (at a barrier, an arrival, a fence, a release), so what they do next has a later stamp.
// What lanes know within an epoch is race_warp_order.h's.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/machine/program/race_detector.h"
#include "kernels/machine/program/race_warp_order.h"

namespace warplens::machine {

class RaceOrder {
 public:
  explicit RaceOrder(std::uint32_t threads);

  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(warps_.size()); }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] RaceStamp stamp(std::uint32_t warp) const { return warps_[warp].stamp(); }

  // Those of `lanes` whose accesses at `time` of `warp` in this epoch are not ordered before what
  // lane `to_lane` of `to_warp` does now.
  [[nodiscard]] std::uint32_t unordered(std::uint32_t warp, std::uint32_t time, std::uint32_t lanes,
                                        std::uint32_t to_warp, std::uint32_t to_lane) const {
    const RaceWarpOrder& to = warps_[to_warp];
    if (warp == to_warp) {
      if (time < to.stamp().floor) return 0;
      lanes &= ~(1u << to_lane);
    }
    return to.is_simple() ? lanes : to.unordered(warp, time, lanes, to_lane);
  }
  // The lanes of a warp that have executed a releasing fence in this epoch.
  [[nodiscard]] std::uint32_t fenced_lanes(std::uint32_t warp) const {
    return warps_[warp].fenced_lanes();
  }

  void block_barrier();
  void whole_warp_barrier(std::uint32_t warp) { warps_[warp].whole_barrier(); }
  void warp_barrier(std::uint32_t warp, std::uint32_t arriving, std::uint32_t waiting) {
    warps_[warp].barrier(arriving, waiting);
  }
  void partial_barrier(std::span<const std::uint32_t> arriving,
                       std::span<const std::uint32_t> waiting);
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads);
  void complete_phase(std::uint64_t barrier);
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> threads);

  void fence(std::uint32_t warp, std::uint32_t lanes, FenceSides sides);
  void strong_access(const StrongAccess& access);

 private:
  struct Barrier {
    RaceClock arriving;
    SharedClock completed;
  };
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  // The order that reading the location's value tells; `releaser` did the last release operation.
  struct Location {
    SharedClock released;
    std::uint32_t releaser = kNobody;
  };
  // The most locations that are told apart. Beyond that they count as one: a reader of any of them
  // learns what all of them told, so that no order is missed.
  static constexpr std::size_t kMostLocations = 1 << 14;

  [[nodiscard]] bool may_order(const StrongAccess& access) const;
  void observe(const StrongAccess& access, std::uint64_t name, std::uint32_t lanes);
  void publish(const StrongAccess& access, std::uint64_t name, std::uint32_t lane);
  void add_location(std::uint64_t name, SharedClock released, std::uint32_t releaser);
  void make_locations_one();
  void release(RaceClock& into, std::span<const std::uint32_t> threads);
  void acquire(const SharedClock& from, std::span<const std::uint32_t> threads);

  std::uint32_t epoch_ = 1;
  std::vector<RaceWarpOrder> warps_;
  std::map<std::uint64_t, Barrier> barriers_;
  std::unordered_map<std::uint64_t, Location> locations_;  // those that say something
  SharedClock others_tell_;                                // locations that are not among them
};

}  // namespace warplens::machine
