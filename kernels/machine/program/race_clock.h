// A vector clock of a block's threads: for each thread the latest time of its warp up to which its
// accesses are ordered before those of the clock's holder.
//
// It has a row for each warp of which it says anything, so that what lanes of one warp do together
// costs nothing for the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/base/dim3.h"

namespace warplens::machine {

class RaceClock {
 public:
  using Row = std::array<std::uint32_t, kWarpSize>;

  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  // nullptr where nothing is known of the warp.
  [[nodiscard]] const Row* row(std::uint32_t warp) const;
  [[nodiscard]] bool covers(const RaceClock& other) const;
  void raise(std::uint32_t warp, const Row& times);
  void raise(const RaceClock& other);

 private:
  std::vector<std::pair<std::uint32_t, Row>> rows_;  // ascending by warp
};

inline void raise(RaceClock::Row& row, const RaceClock::Row& to) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) row[lane] = std::max(row[lane], to[lane]);
}

// Many hold the same clock; null is the empty one.
using SharedClock = std::shared_ptr<const RaceClock>;
[[nodiscard]] SharedClock joined(const SharedClock& a, const SharedClock& b);

}  // namespace warplens::machine
