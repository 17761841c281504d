// Finds the variable of shared or local memory that a byte belongs to, by its name in the source.
#pragma once

#include <cstdint>

#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine {

struct BlockContext;
struct CallFrame;

// `offset` in the block's shared window.
[[nodiscard]] SharedPlace shared_place(const BlockContext& block, std::uint64_t offset);
// The buffer's, of global memory.
[[nodiscard]] SharedPlace buffer_place(const BlockContext& block, std::uint64_t address);
// `offset` in the local memory of a thread that stands in `frame`. Of variables that nvcc laid out
// in one, and of a caller's, there is no name.
[[nodiscard]] SharedPlace local_place(const BlockContext& block, const CallFrame& frame,
                                      std::uint64_t offset);

}  // namespace warplens::machine
