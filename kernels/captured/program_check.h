// Checks of a program's capture that make everything that works on one safe: every index in its
// range, every part inside its allocation, all in order.
#pragma once

#include "kernels/base/result.h"
#include "kernels/captured/program_chunks.h"

namespace warplens::captured {

// More is no capture: keeps what is made of a file in proportion to its size.
inline constexpr std::uint64_t kMostMemoryBytes = std::uint64_t{8} << 30;  // of all parts together
inline constexpr std::uint64_t kMostSharing = 4096;  // parts' bytes for one that is stored
inline constexpr std::uint64_t kMostImageBytes = std::uint64_t{1} << 30;

// The error says what is wrong, not where.
Result<void> check_program(const Program& program);
// Before anything of the images and the memory is read.
Result<void> check_index(const ProgramIndex& index);

}  // namespace warplens::captured
