// What one running block knows of the other blocks' accesses to global memory, and what it tells
// them of its own.
//
//   released   what a warp does ──wide fence──► visible ──strong write──► ReleasedLocations
//   acquired   ReleasedLocations ──strong read──► seen ──wide fence──► known
//
// A block's time goes on at its fences and barriers; an access is stamped with it. At a barrier its
// warps share what each knows and has made visible. Where hardware orders more than the PTX memory
// model promises, and NVIDIA's guides rely on it, so does this: what any warp has fenced is visible
// through another one's strong write behind a barrier, and an atomic whose result is returned
// acquires without a fence.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/machine/launch/grid_clock.h"
#include "kernels/machine/launch/released_locations.h"
#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

// When an access was made: the warp by its number in the grid.
struct GridStamp {
  std::uint64_t warp = 0;
  std::uint32_t time = 0;
};

class BlockOrder {
 public:
  BlockOrder(ReleasedLocations& locations, std::uint64_t block, std::uint32_t warps);

  [[nodiscard]] std::uint64_t block() const { return first_warp_ / warps_.size(); }
  [[nodiscard]] GridStamp stamp(std::uint32_t warp) const { return {first_warp_ + warp, time_}; }
  // Whether all warps of the block know of what `warp` did at the time.
  [[nodiscard]] bool is_settled(std::uint32_t time) const { return time <= floor_; }
  // Whether another block's access comes before what `warp` does next. A strong access reads no
  // stale copy, so that what would be known behind the next fence is enough for it.
  [[nodiscard]] bool is_ordered(const GridStamp& earlier, std::uint32_t warp, bool is_strong) const;

  // A barrier of all warps or of some: it orders no less than there is.
  void barrier();
  // A fence of a scope that holds other blocks.
  void fence(std::uint32_t warp, FenceSides sides);
  // An access to global memory of such a scope; StrongAccess::place is not used.
  void strong_access(const StrongAccess& access);

 private:
  struct WarpKnowledge {
    GridClock known, seen, visible;  // of other blocks
    std::uint32_t fenced_own = 0;    // what it did up to this time is visible
    std::uint32_t fenced_all = 0;    // and what all the block's warps did up to this one
    bool has_news = false;           // since the last barrier
  };

  void share(WarpKnowledge& from, std::uint32_t warp);
  void observe(const StrongAccess& access, std::uint64_t location);
  void publish(const StrongAccess& access, std::uint64_t location);
  [[nodiscard]] bool has_fenced(std::uint32_t warp) const;
  [[nodiscard]] GridClock visible_to_others(std::uint32_t warp) const;

  ReleasedLocations* locations_;
  std::uint64_t first_warp_;
  std::uint32_t time_ = 1;
  std::uint32_t floor_ = 0;                   // what was done up to this time all warps know of
  bool has_fenced_ = false;                   // any warp, before the last barrier
  WarpKnowledge all_;                         // what barriers made common
  std::vector<std::uint32_t> visible_times_;  // a warp: the same of what it did itself
  std::vector<WarpKnowledge> warps_;          // what each has beside it
};

}  // namespace warplens::machine
