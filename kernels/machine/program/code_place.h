// The place of an instruction in the source that a person knows.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::machine {

// No line without line information, nothing at all for the implicit
// return at a function's end.
struct CodePlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t ptx_line = 0;
};

}  // namespace warplens::machine
