// Basic blocks of a function and the order in which divergent warps run them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

struct BasicBlock {
  std::uint32_t first = 0;                // instruction index
  std::uint32_t last = 0;                 // one past the last instruction
  std::vector<std::uint32_t> successors;  // block indices
  bool returns = false;  // lanes may leave the function at its end (a trap ends them, instead)

  // Of a list of targets, without instructions.
  [[nodiscard]] bool is_list() const { return first == last; }
};

struct ControlFlow {
  // In program order; then a block without instructions for each list of targets that several
  // brx.idx share: they lead to it and it to the targets, so that edges are as many as the text is
  // long.
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_of;  // instruction → block
  // instruction → position in reverse post-order (unreachable code comes last, in program order).
  // A fragment of a warp with the lower position runs first, so lanes wait where paths meet again.
  std::vector<std::uint32_t> order;
  // instruction → true when it may branch to an equal or lower position (a loop's back-edge).
  std::vector<bool> back_edge;
};

[[nodiscard]] ControlFlow build_control_flow(const Function& function);

}  // namespace warplens::ptx
