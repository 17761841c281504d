// A person's own picture: a PNG as pixels, and these at the size that a kernel works on.
//
//   read_picture(path) → Pixels        RGBA, whatever the file has
//   fitted(pixels, rows, columns)      scaled until it covers the size, its edges cut evenly
//
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::picture {

// Of a side, and of the file.
inline constexpr std::uint32_t kLargestSide = 8192;
inline constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

// Row by row; a pixel in RGBA, 8 bits each, red in the lowest byte.
struct Pixels {
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::uint32_t> rgba;  // rows × columns
};

[[nodiscard]] bool is_picture_file(const std::filesystem::path& path);

// Errors, a line each: a file that cannot be read, is no PNG, is broken, or is over the limits.
Result<Pixels> read_picture(const std::filesystem::path& path);
// Of the file's bytes; `name` is what errors call it.
Result<Pixels> decode_picture(std::string_view bytes, std::string_view name);

// Each pixel the average of those that fall on it, or the nearest one of a smaller picture; what
// does not fit the size's shape is cut off evenly. Neither has 0 pixels.
[[nodiscard]] std::vector<std::uint32_t> fitted(const Pixels& pixels, std::uint64_t rows,
                                                std::uint64_t columns);

}  // namespace warplens::picture
