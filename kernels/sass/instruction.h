// One SASS instruction's text, "@!P1 LDS.128 R4, [R2+0x10]".
#pragma once

#include <optional>
#include <string_view>

#include "kernels/sass/sass.h"

namespace warplens::sass {

struct Instruction {
  std::string_view text, predicate, opcode, operands;  // "…", "!P1", "LDS.128", "R4, [R2+0x10]"
};

// Pieces of `text`, which is trimmed and not empty.
[[nodiscard]] Instruction instruction_of(std::string_view text);

// An Access of which the instruction's own text says all: not where it stands. Nothing when it does
// not access memory.
[[nodiscard]] std::optional<Access> access_of(const Instruction& instruction);

}  // namespace warplens::sass
