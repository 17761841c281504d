// The block's named barriers: who has arrived, and when one is complete.
//
// A barrier is known by (id, count), whatever the place in the code. Without a count it completes
// when every thread that has not exited has arrived. A count that is the whole block's names the
// same barrier, but asks for every warp: one that has exited is missing (measured on an H100).
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

struct OpenBarrier {
  std::uint32_t id = 0;
  std::uint32_t count = 0;              // 0: all threads
  std::uint32_t instruction = 0;        // where its first thread arrived
  std::vector<std::uint32_t> arrived;   // lanes, a warp
  std::vector<std::uint32_t> places;    // a warp: the instruction at which it arrived
  bool is_met_apart = false;            // at more than one instruction
  bool has_passed = false;              // some arrived without waiting
  std::uint64_t arrived_threads = 0;    // with those that the hardware counts along
  std::vector<std::uint32_t> meetings;  // in the entry, behind it (FunctionImage::meetings)
  bool is_counted = false;              // somebody asked for all threads by their number
  BarrierAction reduction = BarrierAction::sync;  // barrier.red's; sync: none
  std::uint32_t true_count = 0;
  std::uint32_t voters = 0;
};

class OpenBarriers {
 public:
  void start(std::uint32_t warps) {
    warps_ = warps;
    open_.clear();
  }

  // The open barrier (id, count), newly opened if need be; its key is what Fragment::barrier holds.
  OpenBarrier& at(std::uint32_t id, std::uint32_t count) {
    OpenBarrier& barrier = open_[key(id, count)];
    if (barrier.arrived.empty()) {
      barrier.id = id;
      barrier.count = count;
      barrier.arrived.resize(warps_);
      barrier.places.resize(warps_, kNoIndex);
    }
    return barrier;
  }
  [[nodiscard]] static std::uint32_t key(std::uint32_t id, std::uint32_t count) {
    return (id << 16) | count;
  }
  [[nodiscard]] std::map<std::uint32_t, OpenBarrier>& open() { return open_; }
  [[nodiscard]] const std::map<std::uint32_t, OpenBarrier>& open() const { return open_; }

 private:
  std::uint32_t warps_ = 0;
  std::map<std::uint32_t, OpenBarrier> open_;
};

}  // namespace warplens::machine
