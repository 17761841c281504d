// Reads the access of a SASS instruction from its name: "LDG.E.128.CONSTANT".
#pragma once

#include <optional>
#include <string_view>

#include "kernels/sass/sass.h"

namespace warplens::sass {

// An Access whose kind, space, width and traits are set; nothing when it does not access memory.
[[nodiscard]] std::optional<Access> memory_opcode(std::string_view opcode);

}  // namespace warplens::sass
