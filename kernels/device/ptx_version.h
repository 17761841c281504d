// The PTX ISA version that a driver takes.
#pragma once

#include <string>
#include <string_view>

namespace warplens::device {

// `ptx` with its .version lowered to the newest that a driver of this CUDA version (1000 × major +
// 10 × minor) knows; unchanged when that is no older than what it says. PTX keeps its meaning
// through the versions, and an instruction that the driver does not know stays an error of its
// assembler's. Source: PTX ISA 9.0, "Release Notes", table "PTX Release History".
[[nodiscard]] std::string with_version_for(std::string_view ptx, int cuda_version);

}  // namespace warplens::device
