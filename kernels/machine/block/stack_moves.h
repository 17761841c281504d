// alloca, stacksave and stackrestore: where a call's part of each thread's local memory ends.
#pragma once

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

class StackMoves {
 public:
  explicit StackMoves(BlockContext& block) : block_(&block) {}

  void execute(const Issue& issue);

 private:
  void allocate(const Issue& issue, const StackUse& use);
  void restore(const Issue& issue, const StackUse& use);

  BlockContext* block_;
};

}  // namespace warplens::machine
