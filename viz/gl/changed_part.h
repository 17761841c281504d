// The part of a picture that differs from the one before.
#pragma once

#include <vector>

#include "viz/gl/image.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::gl {

struct ChangedPart {
  std::uint32_t x = 0, y = 0, width = 0,
                height = 0;          // of the least rectangle around it; 0: nothing
  std::vector<scene::Color> colors;  // of the pixels that have changed, row by row, opaque
  std::vector<std::size_t> places;   // of each in the rectangle, row-major
};

// Both have the same size; of an empty `before` everything has changed.
[[nodiscard]] ChangedPart changed_part(const Image& before, const Image& now);

// Adds `margin` pixels around each changed one: where the pictures are drawn smaller, no pixel
// blends with what was there before.
[[nodiscard]] ChangedPart changed_part(const Image& before, const Image& now, std::uint32_t margin);

}  // namespace warplens::gl
