// A picture as indices into at most 256 colours, for small files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viz/gl/changed_part.h"
#include "viz/gl/image.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::gl {

struct IndexedImage {
  std::uint32_t width = 0, height = 0;
  std::vector<scene::Color> palette;  // 0xRRGGBBff, the most frequent ones first
  std::vector<std::uint8_t> indices;  // width × height
  bool first_is_clear = false;        // what lies below the picture is seen there
};

// Opaque. Up to 256 colours stay exact; of more, frequent ones are kept and each other one becomes
// the nearest of them, no farther away than it must be.
[[nodiscard]] IndexedImage indexed(const Image& image);
// The changed part; all else is transparent.
[[nodiscard]] IndexedImage indexed(const ChangedPart& part);

// Colours as indices into some of them.
struct Indexed {
  std::vector<scene::Color> palette;  // the most frequent ones first
  std::vector<std::uint8_t> indices;  // one a colour
};

// The same of colours by themselves, in up to `most` ≤ 256.
[[nodiscard]] Indexed indexed_colors(std::span<const scene::Color> colors, std::size_t most);

}  // namespace warplens::gl
