// Where an instruction stands in the source, for who looks at a program from outside.
#pragma once

#include <string>

#include "kernels/machine/program/program.h"

namespace warplens::machine {

struct SourceLine {
  std::string file;        // as sites have it; empty without line information
  std::uint32_t line = 0;  // innermost outside CUDA's own headers
};
// `instruction`: of the program's module.
[[nodiscard]] SourceLine source_line(const Program& program, const ptx::Instruction& instruction);

}  // namespace warplens::machine
