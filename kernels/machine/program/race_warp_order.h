// The knowledge that the lanes of one warp have of the block's accesses, in groups of lanes that
// know the same.
//
// Most often there are no groups: then a lane knows of its own warp what was done before the last
// barrier of all its lanes (floor()), and of other warps nothing. Besides what a group knows, it
// keeps what would become known at its next fence, and what it knew at its last one:
//
//   acquired   strong reads ──► seen ──fence──► own, others
//   released   own, others ──fence──► fenced ──► strong writes
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/machine/program/race_clock.h"

namespace warplens::machine {

// When an access was made, in its warp's time; accesses before `floor` are ordered before it.
struct RaceStamp {
  std::uint32_t time = 0;
  std::uint32_t floor = 0;
};

class RaceWarpOrder {
 public:
  explicit RaceWarpOrder(std::uint32_t warp) : warp_(warp) {}

  [[nodiscard]] RaceStamp stamp() const { return {time_, floor_}; }
  [[nodiscard]] bool is_simple() const { return groups_.empty(); }
  // Those of `lanes` whose accesses at `time` of `warp` are not ordered before what `to_lane` does
  // now.
  [[nodiscard]] std::uint32_t unordered(std::uint32_t warp, std::uint32_t time, std::uint32_t lanes,
                                        std::uint32_t to_lane) const;
  // The lanes that have executed a fence since start_epoch().
  [[nodiscard]] std::uint32_t fenced_lanes() const;

  void start_epoch() { groups_.clear(); }
  void whole_barrier();
  void barrier(std::uint32_t arriving, std::uint32_t waiting);  // lanes of this warp
  // Adds what the lanes know and have done. What they do next has a later time.
  void release(RaceClock& into, std::uint32_t lanes);
  void acquire(const SharedClock& from, std::uint32_t lanes);

  // Release and acquire in two steps.
  void see(const SharedClock& released, std::uint32_t lanes);
  void fence(std::uint32_t lanes, bool acquires, bool releases);
  [[nodiscard]] SharedClock released_at_fence(std::uint32_t lane);  // null: no fence

 private:
  struct Knowledge {
    RaceClock::Row own{};
    SharedClock others;
    friend bool operator==(const Knowledge&, const Knowledge&) = default;
  };
  struct Group {
    std::uint32_t lanes = 0;
    Knowledge known;
    SharedClock seen;
    Knowledge fenced;
    std::uint32_t fence_time = 0;  // 0: no fence
  };

  void make_groups();
  // Splits groups so that each lies in `lanes` or outside.
  void separate(std::uint32_t lanes);
  void merge();
  void learn(Group& group, const SharedClock& clock);
  void learn(Group& group, const Knowledge& knowledge);
  [[nodiscard]] Knowledge knowledge_of(std::uint32_t arriving);
  template <class Act>
  void each_group(std::uint32_t lanes, Act act);

  std::uint32_t warp_;
  std::uint32_t time_ = 1;
  std::uint32_t floor_ = 1;
  std::vector<Group> groups_;  // all 32 lanes, or none
};

}  // namespace warplens::machine
