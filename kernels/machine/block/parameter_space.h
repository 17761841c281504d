// Parameter space: what the launch passes, which is only read, and the frame's own part, which is
// what a call passes and returns (program_image.h: kFrameParameters).
#pragma once

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

class ParameterSpace {
 public:
  explicit ParameterSpace(BlockContext& block) : block_(&block) {}

  // Addresses in the frame's own part become offsets in it.
  void access(const Issue& issue, const MemoryAccess& access, bool is_store, std::uint32_t mask,
              LaneAddresses& addresses);

 private:
  struct Lanes {
    std::uint32_t own = 0, launch = 0, bad = 0;
  };
  [[nodiscard]] Lanes split(const Issue& issue, const MemoryAccess& access, bool is_store,
                            std::uint32_t mask, LaneAddresses& addresses);

  BlockContext* block_;
};

}  // namespace warplens::machine
