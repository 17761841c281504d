// Scene colours as OpenGL's textures and pictures have them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viz/scene/draw/draw_list.h"

namespace warplens::gl {

// Red, green, blue, alpha of each, a byte each.
[[nodiscard]] std::vector<std::uint8_t> rgba_of(std::span<const scene::Color> colors);

}  // namespace warplens::gl
