// .1d, .2d, .3d, .a1d, .a2d, .cube and .acube.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {

struct TexelShape {
  std::string_view name;
  std::uint32_t dimensions;
  bool is_layered;
  bool is_cube = false;  // of textures alone: a surface's faces are layers
};

// nullptr where no modifier is one.
[[nodiscard]] const TexelShape* take_shape(Modifiers& modifiers);
[[nodiscard]] TexelPlace place_of(const TexelShape& shape);

}  // namespace warplens::machine
