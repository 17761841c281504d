// The class of an instruction: which unit of a chip must execute it, as far as an assembler cannot
// do without it.
//
// ptxas drops moves, folds integers into addresses, unrolls branches away and fuses an FP32
// multiplication with an addition where PTX leaves the rounding open (CUDA's -fmad). What remains
// is issued at least once. Integers are removable, since they are what addresses and trip counts
// are made of.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

[[nodiscard]] trace::InstructionClass instruction_class(const ptx::Instruction& instruction);
// As many of that class it is at least: 2 where the unit takes a pair's numbers one by one.
[[nodiscard]] std::uint32_t executions_of(const ptx::Instruction& instruction);

struct TensorWork {
  trace::TensorKind kind = trace::TensorKind::mma_f16;
  std::uint64_t multiply_adds = 0;  // of one warp; sparse: of what is not left out
  // That wgmma reads of shared memory for one warp, each of A's rows and its quarter of B's columns
  // once, whatever the swizzle (tests/probes/shared_reads.py). Of a sparse one it is not known.
  std::uint64_t shared_bytes = 0;
  friend bool operator==(const TensorWork&, const TensorWork&) = default;
};
// Nothing where an instruction is no product, or one of which the machine does not know the form.
// tcgen05.mma's shape is known when it runs: the block counts it (BlockContext::multiply_adds).
[[nodiscard]] std::optional<TensorWork> tensor_work(const ptx::Instruction& instruction);

}  // namespace warplens::machine
