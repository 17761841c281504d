// bra and brx.idx: where a fragment goes on, and when it has had its turn.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

class Branches {
 public:
  explicit Branches(BlockContext& block) : block_(&block) {}

  // Both are asked even where no lane's guard holds. True: go on in this fragment.
  bool branch(const Issue& issue);
  bool indexed_branch(const Issue& issue);

 private:
  BlockContext* block_;
};

}  // namespace warplens::machine
