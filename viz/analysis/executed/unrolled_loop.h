// Finds which lanes run an access of an unrolled loop together, if they leave the loop one after
// the other.
//
// Of a loop that is nested in no other, ptxas makes a loop of 2^k copies, for lanes that have as
// many trips left, then straight code of 2^(k-1), …, 2, 1 copies for what is left. Between them
// lanes wait for each other (BSSY, BSYNC). So the last trips of lanes that left early run together
// with the last trips of those that stayed:
//
//   trips of lanes 0 and 1: 7, 4     PTX    01 01 01 01 0  0  0
//                                    SASS   01 01 01 01 | 0  0 | 0        (4 copies, 2, 1)
//   trips of lanes 0 and 1: 6, 2     PTX    01 01 0  0  0  0
//                                    SASS   0  0  0  0  | 01 01
//
// Seen in the code of ptxas 13.0 and in the counters of an H200 (docs/GPU.md).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "kernels/sass/sass.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

// How many copies the loop has, at least 2, where `own`, places in `accesses` in the code's order,
// are the copies of one access and stand as above.
[[nodiscard]] std::optional<std::uint32_t> copies_in_loop(
    const std::vector<std::uint32_t>& own, const std::vector<sass::Access>& accesses);

// One warp's trips through such a loop, at one access.
class UnrolledLoop {
 public:
  // One that is executed: trip `trip` of the lanes that have it in this part of the code.
  struct Step {
    std::size_t row = 0;     // of the events: the last that it does work of
    std::uint32_t part = 0;  // copies that the part has
    std::uint32_t trip = 0;  // within the part; of the loop itself: from the first on
  };

  // `rows` of `events`, of one warp at one access, in order. Nothing when lanes come back that have
  // left. `copies`: a power of two.
  [[nodiscard]] static std::optional<UnrolledLoop> of(const trace::Events& events,
                                                      std::vector<std::size_t> rows,
                                                      std::uint32_t copies);

  // The steps in the order of execution; rows do not decrease.
  [[nodiscard]] std::vector<Step> steps() const;
  [[nodiscard]] trace::EventView view(const trace::Events& events, const Step& step) const;

 private:
  // The trip of `lane` that it makes in this step, of all that it makes.
  [[nodiscard]] std::optional<std::uint32_t> trip_of(std::size_t lane, const Step& step) const;
  void add_step(std::vector<Step>& steps, std::uint32_t part, std::uint32_t trip) const;

  std::vector<std::size_t> rows_;
  std::array<std::uint32_t, kWarpSize> trips_{};
  std::uint32_t copies_ = 1;
};

// The unrolled loops of every warp, by site. `copies` gives the number of copies for each site that
// is asked for; a site at which lanes of some warp come back is left out.
using UnrolledLoops = std::map<std::uint32_t, std::vector<UnrolledLoop>>;
[[nodiscard]] UnrolledLoops unrolled_loops(const trace::Events& events,
                                           const std::map<std::uint32_t, std::uint32_t>& copies);

}  // namespace warplens::analysis
