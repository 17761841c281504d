// How often atomics update the word of global memory that they update most often: one after the
// other, however many multiprocessors ask.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "kernels/trace/trace.h"

namespace warplens::trace {

class HotWords {
 public:
  // Atomics of global memory; other events are passed over. Lanes of one warp that add integers to
  // one word may be one update (ptxas sums them first); floating-point ones are one each.
  void add(const Site& site, const EventView& event);
  // Fills the updates of `counts`.
  void count(LaunchCounts& counts) const;

 private:
  using Updates = std::unordered_map<std::uint64_t, std::uint64_t>;  // by address
  Updates integers_, floats_;
};

}  // namespace warplens::trace
