// Pixels in memory: RGBA, 8 bits each, rows from top to bottom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::gl {

struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 4 × width × height

  // 0xRRGGBBAA, as scene colours are.
  [[nodiscard]] std::uint32_t at(std::uint32_t x, std::uint32_t y) const {
    const std::size_t i = (std::size_t{y} * width + x) * 4;
    return std::uint32_t{rgba[i]} << 24 | std::uint32_t{rgba[i + 1]} << 16 |
           std::uint32_t{rgba[i + 2]} << 8 | rgba[i + 3];
  }
};

}  // namespace warplens::gl
