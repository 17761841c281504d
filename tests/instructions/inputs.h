// The values on which forms of instructions are run: the corners of each type, each against the
// others, and random ones; the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace warplens::instructions {

// In the order that forms.h states.
[[nodiscard]] std::vector<std::uint64_t> inputs();

}  // namespace warplens::instructions
