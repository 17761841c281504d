// The class of an instruction: which unit of a chip must execute it, as far as an assembler cannot
// do without it.
//
// ptxas drops moves, folds integers into addresses, unrolls branches away and fuses an FP32
// multiplication with an addition where PTX leaves the rounding open (CUDA's -fmad). What remains
// is issued at least once.
#pragma once

#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

[[nodiscard]] trace::InstructionClass instruction_class(const ptx::Instruction& instruction);

}  // namespace warplens::machine
