// The picture that kernels on images begin with where nobody has given one: hills, a tree and a
// house under a sun. It is drawn for any size, and no part of it looks like its negative.
#pragma once

#include <cstdint>

namespace warplens::catalog {

// A pixel in RGBA, 8 bits each, red in the lowest byte; opaque.
[[nodiscard]] std::uint32_t drawn_pixel(std::uint64_t row, std::uint64_t column, std::uint64_t rows,
                                        std::uint64_t columns);

}  // namespace warplens::catalog
