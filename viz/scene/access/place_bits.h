// How a swizzle finds the place of one element, bit by bit:
//
//         column   4   0 0 1 0 0
//            row   5   0 0 1 0 1    a 1 flips the column's bit above it
//   column ^ row   1   0 0 0 0 1
//
// A shift adds in place of that, and carries.
#pragma once

#include "kernels/base/shared_layout.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// In pixels; 0 for a layout without a swizzle, whose places need no bits.
[[nodiscard]] float place_bits_height(const SharedLayout& layout, const Style& style);

// Of the element at `place`. `layout` has a swizzle.
[[nodiscard]] DrawList place_bits(const SharedLayout& layout, MatrixPlace place, Size size,
                                  const Style& style);

}  // namespace warplens::scene
