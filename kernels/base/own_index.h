// Which of a kernel's indices a person may write anew.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplens {

// An index in a kernel's source that a person may write another of: what a function of its own
// gives for each of its arguments, which are whole numbers.
struct OwnIndex {
  struct Argument {
    std::string name;        // "step"
    std::int32_t count = 1;  // from 0 to count - 1
  };
  std::string function;             // "place_of", in the source and, mangled, in the PTX
  std::vector<Argument> arguments;  // in the function's order
  std::vector<std::pair<std::string, std::int32_t>> constants;  // of the source, by name
  std::string written;      // as the source has it: "step * kTile + row"
  std::int32_t places = 1;  // its values are to be from 0 to places - 1
};

}  // namespace warplens
