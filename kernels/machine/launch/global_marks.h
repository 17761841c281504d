// The marks of each line of an exposed buffer: the accesses that a later one of another block could
// race with.
//
// A mark is an access by lanes of a warp to bytes of a line. It is forgotten when a later one
// stands for it: one by the same warp, or one that is ordered after it. Of what is left a line
// keeps so many marks of a use, those of the first blocks, so that a racing launch takes bounded
// memory and the races that it shows do not depend on the order in which blocks ran.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/machine/launch/block_order.h"
#include "kernels/machine/launch/exposed_buffers.h"
#include "kernels/machine/launch/touched_lines.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

struct GlobalMark {
  ByteMask bytes;
  GridStamp stamp;
  std::uint32_t instruction = 0;
  std::uint32_t sequence = 0;  // of the launch's accesses
  GlobalUse use = GlobalUse::read;
  RaceAccessKind kind = RaceAccessKind::read;  // read, write or atomic
  bool writes = false;
  bool observes = false;   // strong, and reads what strong writes before it left
  std::uint8_t lane = 0;   // of the first byte; those of the next ones follow
  std::uint8_t width = 4;  // bytes a lane

  [[nodiscard]] std::uint32_t lane_of(std::uint64_t byte) const {
    const std::uint64_t below = bytes.bits & ((std::uint64_t{1} << byte) - 1);
    return lane + static_cast<std::uint32_t>(std::popcount(below)) / width;
  }
  // Takes up lanes of the same access; false where they do not follow.
  [[nodiscard]] bool takes(const ByteMask& more, std::uint32_t more_lane);
};

class GlobalMarks {
 public:
  GlobalMarks(const ExposedBuffers& buffers, std::uint32_t warps_a_block);

  // Calls race(earlier) for each remembered access of another block that `now` races with.
  template <class Race>
  void compare(const BlockOrder& order, const GlobalMark& now, Race race) const;
  void remember(const BlockOrder& order, const GlobalMark& now);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kMostMarks = 16;  // of a use, in a line

  struct Link {
    GlobalMark mark;
    std::uint32_t next = kNone;
  };
  struct Line {
    std::array<std::uint32_t, 3> heads{kNone, kNone, kNone};  // by GlobalUse
    bool has_lost_observers = false;  // who has seen its atomics is not known any more
  };

  [[nodiscard]] const Line* find(std::uint64_t line) const;
  [[nodiscard]] Line& line_of(std::uint64_t line);
  [[nodiscard]] std::uint64_t block_of(const GlobalMark& mark) const {
    return mark.stamp.warp / warps_;
  }
  [[nodiscard]] std::uint32_t warp_of(const GlobalMark& mark) const {
    return static_cast<std::uint32_t>(mark.stamp.warp % warps_);
  }
  [[nodiscard]] bool is_race(const BlockOrder& order, const Line& line, const GlobalMark& earlier,
                             const GlobalMark& now) const;
  [[nodiscard]] bool is_observed(const BlockOrder& order, const Line& line,
                                 const GlobalMark& earlier, const GlobalMark& now) const;
  [[nodiscard]] bool stands_for(const BlockOrder& order, const GlobalMark& now,
                                const GlobalMark& earlier) const;
  void add(Line& line, const GlobalMark& now);
  void make_room(Line& line, const GlobalMark& now);
  void remove(std::uint32_t& link);

  const ExposedBuffers* buffers_;
  std::uint32_t warps_;
  std::vector<std::vector<Line>> lines_;  // by the buffers' places; empty until one is touched
  std::vector<Link> links_;
  std::uint32_t free_ = kNone;
};

template <class Race>
void GlobalMarks::compare(const BlockOrder& order, const GlobalMark& now, Race race) const {
  const Line* const line = find(now.bytes.word);
  if (line == nullptr) return;
  for (const std::uint32_t head : line->heads) {
    for (std::uint32_t i = head; i != kNone; i = links_[i].next) {
      if (is_race(order, *line, links_[i].mark, now)) race(links_[i].mark);
    }
  }
}

// Calls visit(bytes, lane of the first) for lanes of an access that touch a line one behind the
// other.
template <class Visit>
void each_run(const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t width,
              Visit visit) {
  GlobalMark run;
  run.width = static_cast<std::uint8_t>(width);
  each_lane(mask, [&](std::uint32_t lane) {
    const ByteMask bytes = ByteMask::of(addresses[lane], width);
    if (run.takes(bytes, lane)) return;
    if (run.bytes.bits != 0) visit(run.bytes, std::uint32_t{run.lane});
    run.bytes = bytes;
    run.lane = static_cast<std::uint8_t>(lane);
  });
  if (run.bytes.bits != 0) visit(run.bytes, std::uint32_t{run.lane});
}

}  // namespace warplens::machine
