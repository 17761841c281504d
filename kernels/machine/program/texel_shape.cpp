#include "kernels/machine/program/texel_shape.h"

#include <array>

namespace warplens::machine {

const TexelShape* take_shape(Modifiers& modifiers) {
  static constexpr std::array<TexelShape, 7> kShapes{{{"1d", 1, false},
                                                      {"2d", 2, false},
                                                      {"3d", 3, false},
                                                      {"a1d", 1, true},
                                                      {"a2d", 2, true},
                                                      {"cube", 3, false, true},
                                                      {"acube", 3, true, true}}};
  for (const TexelShape& shape : kShapes) {
    if (modifiers.take(shape.name)) return &shape;
  }
  return nullptr;
}

TexelPlace place_of(const TexelShape& shape) {
  TexelPlace place;
  place.dimensions = shape.dimensions;
  place.is_layered = shape.is_layered;
  place.is_cube = shape.is_cube;
  return place;
}

}  // namespace warplens::machine
