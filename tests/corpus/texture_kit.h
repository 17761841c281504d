// Textures of a workload, and where linear filtering looks.
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {

inline Texture image(std::size_t width, std::size_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

inline Texture line(std::size_t width) {
  Texture texture = image(width, 1);
  texture.dimensions = 1;
  return texture;
}

inline Texture as_surface(Texture texture) {
  texture.is_surface = true;
  return texture;
}

// The weight of a place's right neighbour, in 256ths, and its left neighbour.
struct Between {
  int left = 0;
  double weight = 0;
};

inline Between between(double at) {
  const double steps = std::floor((at - 0.5) * 256 + 0.5) / 256;
  return {static_cast<int>(std::floor(steps)), steps - std::floor(steps)};
}

// Hardware rounds weights, which these references do not (texture_filter_test.cpp has its bits).
inline constexpr double kWeightStep = 1.0 / 256;

inline int clamped_index(int i, std::size_t size) {
  return std::clamp(i, 0, static_cast<int>(size) - 1);
}

inline Texture cube(std::size_t width) {
  Texture texture = image(width, width);
  texture.is_cube = texture.is_normalized = true;
  return texture;
}

}  // namespace warplens::corpus
