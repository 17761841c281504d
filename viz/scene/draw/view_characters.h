// The characters that a font atlas must hold so that every view can be drawn.
#pragma once

#include <string_view>

namespace warplens::scene {

// The characters that views draw besides texts (kernels/base/text.h): of formulas, ranges, changes.
[[nodiscard]] constexpr std::string_view view_characters() {
  return "îĵλ·×−⁻⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ₁₂√±→|°µ–…";
}

}  // namespace warplens::scene
