// Where a person wrote an instruction.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/ptx/module.h"

namespace warplens::machine {

// The source line of an instruction: innermost (CUDA's own headers left out) and outermost of an
// inlined chain, and the innermost in the outermost one's file, which is the person's own code
// where a header was inlined.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t call_line = 0;
  std::string own_file;
  std::uint32_t own_line = 0;
};
[[nodiscard]] SourcePlace source_place(const ptx::Module& module,
                                       const ptx::Instruction& instruction);

}  // namespace warplens::machine
