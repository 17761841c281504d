// The register file of one call of a function by one warp, and where its frames come from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/machine/block/value_tracker.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/special_registers.h"

namespace warplens::machine {

struct PreparedLaunch;

struct CallFrame {
  const FunctionImage* function = nullptr;
  std::size_t function_index = 0;
  CallFrame* caller = nullptr;
  const CallSite* call = nullptr;  // where the caller stands
  std::uint32_t depth = 0;
  std::uint32_t return_pc = 0;
  std::uint32_t lanes = 0;       // those that have not returned
  std::uint32_t local_base = 0;  // of this call's variables in each thread's local memory
  // Where each lane's part of local memory ends; alloca and stackrestore move it.
  std::array<std::uint32_t, kWarpSize> local_ends{};
  std::byte* slots = nullptr;       // operations.h
  std::byte* parameters = nullptr;  // kWarpSize × function->parameter_bytes, lane by lane
  // The tracked value of each slot (64 bytes of frame = 32 nodes, one a lane) and of each 4 bytes
  // of parameters; empty when values are not tracked.
  std::vector<ValueTracker::Node> nodes, parameter_nodes;

  // The end of a lane's local memory, in which this call's part comes last.
  [[nodiscard]] std::uint32_t local_end(std::uint32_t lane) const { return local_ends[lane]; }
  [[nodiscard]] ValueTracker::Node* node(std::uint32_t slot) {
    return nodes.data() + std::size_t{slot} / 64 * kWarpSize;
  }

 private:
  friend class FramePool;
  struct Free {
    void operator()(std::byte* p) const;
  };
  std::unique_ptr<std::byte[], Free> storage_;
};

// One warp's frames; released ones are used again with their constants still in place.
class FramePool {
 public:
  // Warps are placed before frames are taken; a new block only refreshes what differs by block.
  void place(const PreparedLaunch& launch, std::uint64_t block, std::uint32_t warp,
             bool is_tracked);
  // Its variables begin at `local_base` of each thread's local memory.
  [[nodiscard]] CallFrame* take(std::size_t function, std::uint32_t local_base);
  void release(CallFrame* frame);
  // Sets the time that the clocks read by the frame's function show from now on.
  void set_time(CallFrame& frame, std::uint64_t time);

 private:
  [[nodiscard]] std::unique_ptr<CallFrame> make(std::size_t function) const;
  void fill_specials(CallFrame& frame, bool only_block) const;
  void fill_special(CallFrame& frame, const SpecialUse& use) const;
  void fill_shared_addresses(CallFrame& frame) const;

  const PreparedLaunch* launch_ = nullptr;
  WarpPlace place_;
  bool is_tracked_ = false;
  std::vector<std::unique_ptr<CallFrame>> all_;
  std::vector<std::vector<CallFrame*>> free_;  // by function
};

}  // namespace warplens::machine
