#include "kernels/base/texture.h"

#include <algorithm>
#include <cmath>

namespace warplens {
namespace {

using Sizes = std::array<std::uint64_t, Texture::kMostDimensions>;

constexpr std::uint64_t kMostLayers = 2048;
constexpr std::uint64_t kMostCubes = 2046 / Texture::kFaces;
constexpr std::uint64_t kMostLinearTexels = std::uint64_t{1} << 28;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (8.0 and later).
Sizes most_of(const Texture& texture) {
  if (texture.is_linear_memory) return {kMostLinearTexels, 1, 1};
  if (texture.is_cube) return {32768, 32768, 1};
  if (texture.layers != 0) return {32768, texture.dimensions == 1 ? 1u : 32768u, 1};
  if (texture.dimensions == 1) return {131072, 1, 1};
  if (texture.dimensions == 2) return {131072, 65536, 1};
  return {16384, 16384, 16384};
}

Result<void> check_sizes(const Texture& texture) {
  if (texture.dimensions == 0 || texture.dimensions > Texture::kMostDimensions) {
    return fail(tr("sizes: a texture has one to three dimensions, not {}", texture.dimensions));
  }
  const Sizes most = most_of(texture);
  for (std::uint32_t d = 0; d < texture.dimensions; ++d) {
    if (texture.sizes[d] == 0 || texture.sizes[d] > most[d]) {
      return fail(
          tr("sizes: {} texels of dimension {}: choose 1 to {}", texture.sizes[d], d + 1, most[d]));
    }
  }
  const std::uint64_t most_layers = texture.is_cube ? kMostCubes : kMostLayers;
  if (texture.layers > most_layers) {
    return fail(tr("layers: {}: choose 1 to {}", texture.layers, most_layers));
  }
  if (texture.layers != 0 && texture.dimensions == 3) {
    return fail(tr("layers: a texture of three dimensions has none"));
  }
  if (texture.channels != 1 && texture.channels != 2 && texture.channels != 4) {
    return fail(tr("channels: {}: choose 1, 2 or 4", texture.channels));
  }
  return {};
}

Result<void> check_reading(const Texture& texture) {
  if (texture.reads_floats && (texture.is_floating() || texture.element_bytes() > 2)) {
    return fail(tr("read: only integers of 8 and 16 bits are read as normalized floats"));
  }
  if (texture.filter == Texture::Filter::linear && !texture.gives_floats()) {
    return fail(
        tr("filter: integers are filtered only where they are read as floats: write "
           "read=normalized"));
  }
  constexpr float kMostBorder = 0x1p31f;
  const bool is_number = texture.border > -kMostBorder && texture.border < kMostBorder;
  if (!texture.gives_floats() && (!is_number || std::floor(texture.border) != texture.border)) {
    return fail(tr("border: {}: of integers it is a whole number of 32 bits", texture.border));
  }
  const auto repeats = [](Texture::Address address) {
    return address == Texture::Address::wrap || address == Texture::Address::mirror;
  };
  const auto first = texture.address.begin();
  if (!texture.is_normalized && std::any_of(first, first + texture.dimensions, repeats)) {
    return fail(
        tr("address: wrap and mirror are of normalized coordinates alone, CUDA clamps "
           "others: write normalized=yes or address=clamp"));
  }
  return {};
}

Result<void> check_linear_memory(const Texture& texture) {
  const bool fits = texture.dimensions == 1 && texture.layers == 0 && !texture.is_normalized &&
                    texture.filter == Texture::Filter::point && !texture.is_surface;
  if (fits) return {};
  return fail(
      tr("memory: linear memory makes a texture of one dimension without layers, read by "
         "whole numbers"));
}

Result<void> check_cube(const Texture& texture) {
  if (texture.dimensions != 2 || texture.sizes[0] != texture.sizes[1]) {
    return fail(tr("sizes: the faces of a cube map are square: write two equal sizes"));
  }
  if (!texture.is_surface && !texture.is_normalized) {
    return fail(tr("normalized: a cube map is read by directions, which count no texels"));
  }
  return {};
}

}  // namespace

std::uint32_t Texture::element_bytes() const {
  switch (type) {
    case Type::u8:
    case Type::i8:
      return 1;
    case Type::u16:
    case Type::i16:
    case Type::f16:
      return 2;
    default:
      return 4;
  }
}

bool Texture::is_signed() const {
  return type == Type::i8 || type == Type::i16 || type == Type::i32;
}

std::uint64_t Texture::planes() const {
  return std::max<std::uint64_t>(layers, 1) * (is_cube ? kFaces : 1);
}

std::uint64_t Texture::texels() const {
  std::uint64_t count = planes();
  for (std::uint32_t d = 0; d < dimensions; ++d) count *= sizes[d];
  return count;
}

Result<void> Texture::check() const {
  TRY(check_sizes(*this));
  if (is_cube) TRY(check_cube(*this));
  if (is_linear_memory) TRY(check_linear_memory(*this));
  if (is_surface) return {};
  return check_reading(*this);
}

}  // namespace warplens
