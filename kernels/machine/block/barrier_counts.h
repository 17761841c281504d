// Barriers of the whole block that its warps meet at different places in the code, and why that is
// wrong: warps that come to one more place than the others end up with more barriers than they.
//
// Where each warp comes to a barrier of its own in its own arm of a branch, all come to as many.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/open_barriers.h"

namespace warplens::machine {

// Warps that came to a place where the others never were, while those waited elsewhere.
struct UnevenBarrier {
  std::uint32_t instruction = 0;  // where only they came
  std::uint32_t other = 0;        // where others waited, to which they came later
  std::uint32_t warp = 0;         // the first of them
  std::uint32_t warps = 0;        // how many
};

class BarrierCounts {
 public:
  void start(std::uint32_t warps);
  // Lanes of a warp arrive: `is_first` of those of their warp at this barrier.
  void arrive(std::uint32_t warp, std::uint32_t instruction, bool is_first);
  // All have arrived at a barrier without a count.
  void complete(const OpenBarrier& barrier);
  // When all threads have exited: the first barrier that was met apart, if that was wrong.
  [[nodiscard]] std::optional<UnevenBarrier> uneven() const;

 private:
  // The warps at two places, of which the first barrier that was met apart.
  struct Apart {
    std::uint32_t one = 0, other = 0;  // instructions
    std::vector<std::uint32_t> places;
    std::vector<bool> came_to_other;  // a warp at `one` to `other`, and the reverse
  };
  [[nodiscard]] std::optional<UnevenBarrier> told_by(std::uint32_t place,
                                                     std::uint32_t other) const;

  std::vector<std::uint64_t> counts_;  // a warp
  std::optional<Apart> apart_;
};

}  // namespace warplens::machine
