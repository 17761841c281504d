// The happens-before order of one block's threads: which earlier accesses are ordered before now.
//
// An access is stamped with (epoch, warp time, lane). The epoch counts block barriers: an older one
// is ordered before everything. Within an epoch,
//   narrow   only whole-warp barriers so far: each advances its warp's time, so an access is
//   ordered
//            before a lane if it is that lane's own, or of the same warp at an earlier time.
//   wide     from the first barrier among other sets of threads to the next block barrier: a vector
//            clock a thread. seen(t, u) is the latest time of thread u's warp up to which u's
//            accesses are ordered before t's next one. A warp's time advances when any of its lanes
//            arrives somewhere, so what that lane does afterwards has a later stamp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "kernels/base/dim3.h"

namespace warplens::machine {

class RaceOrder {
 public:
  explicit RaceOrder(std::uint32_t threads);

  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(time_.size()); }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] std::uint32_t time(std::uint32_t warp) const { return time_[warp]; }
  // True while an access of the warp at an earlier time is ordered before all its lanes.
  [[nodiscard]] bool narrow() const { return !wide_; }

  // Of the accesses by `lanes` of `warp` at `time` in this epoch, those that are not ordered before
  // what lane `to_lane` of `to_warp` does now.
  [[nodiscard]] std::uint32_t unordered(std::uint32_t warp, std::uint32_t time, std::uint32_t lanes,
                                        std::uint32_t to_warp, std::uint32_t to_lane) const {
    if (wide_) return unordered_wide(warp, time, lanes, to_warp, to_lane);
    if (warp != to_warp) return lanes;
    return time < time_[warp] ? 0 : lanes & ~(1u << to_lane);
  }

  void block_barrier();
  void whole_warp_barrier(std::uint32_t warp);
  void partial_barrier(std::span<const std::uint32_t> arriving,
                       std::span<const std::uint32_t> waiting);
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads);
  void complete_phase(std::uint64_t barrier);
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> threads);

 private:
  using Clock = std::vector<std::uint32_t>;  // one time a thread
  struct Barrier {
    Clock arriving, completed;
  };
  [[nodiscard]] std::uint32_t* seen(std::uint32_t thread) {
    return seen_.data() + thread * clock_size();
  }
  [[nodiscard]] std::size_t clock_size() const { return time_.size() * kWarpSize; }
  [[nodiscard]] std::uint32_t unordered_wide(std::uint32_t warp, std::uint32_t time,
                                             std::uint32_t lanes, std::uint32_t to_warp,
                                             std::uint32_t to_lane) const;
  void widen();
  void release(Clock& into, std::span<const std::uint32_t> threads);
  void acquire(const Clock& from, std::span<const std::uint32_t> threads);

  std::uint32_t epoch_ = 1;
  bool wide_ = false;
  std::vector<std::uint32_t> time_;  // a warp
  std::vector<std::uint32_t> seen_;  // threads × threads, only once it was wide
  std::map<std::uint64_t, Barrier> barriers_;
};

}  // namespace warplens::machine
