// What tex and tld4 give for a texture's texels and one lane's coordinates.
//
// By the CUDA C++ Programming Guide, "Texture Fetching": point filtering takes floor(x); linear
// filtering goes by x - 0.5 in fixed point with 8 bits of fraction (texture_filter.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/base/texture.h"

namespace warplens::machine {

// As registers get them: floats' bits, or integers extended to 32 bits. Channels that the texture
// does not have are 0.
using TexelBits = std::array<std::uint32_t, 4>;

struct TexturePlace {
  std::array<float, Texture::kMostDimensions> at{};
  std::uint32_t layer = 0;                                       // beyond the last one: that one
  std::array<std::int64_t, Texture::kMostDimensions> offsets{};  // in texels
};
struct TexelIndex {
  std::array<std::int64_t, Texture::kMostDimensions> at{};
  std::uint32_t layer = 0;
  std::uint32_t face = 0;  // of a cube map
};

class TextureReader {
 public:
  // `texels`: texture.bytes() of them.
  TextureReader(const Texture& texture, std::span<const std::byte> texels)
      : texture_(&texture), texels_(texels) {}

  // A cube map's place is a direction: cube_face.h says which face lies there, and where in it.
  // Each face is filtered alone, by its address modes.
  [[nodiscard]] TexelBits sample(const TexturePlace& place) const;
  // By whole numbers, unfiltered; 0 outside.
  [[nodiscard]] TexelBits fetch(const TexelIndex& index) const;
  // One channel of the four texels that linear filtering would take, counter-clockwise from below
  // left: (0, 1), (1, 1), (1, 0), (0, 0).
  [[nodiscard]] TexelBits gather(const TexturePlace& place, std::uint32_t channel) const;

 private:
  struct Corner {
    std::int64_t index = 0;   // of the first of two
    std::int64_t weight = 0;  // of the second one, in 256ths
  };
  [[nodiscard]] double coordinate(const TexturePlace& place, std::uint32_t dimension) const;
  [[nodiscard]] Corner corner(const TexturePlace& place, std::uint32_t dimension,
                              bool is_clamped) const;
  [[nodiscard]] TexelBits sample_plane(const TexturePlace& place, std::uint32_t face) const;
  [[nodiscard]] TexelBits filtered(const TexturePlace& place, std::uint32_t face) const;
  // Where the index is meant by the texture's address modes: false if outside.
  [[nodiscard]] bool bring_inside(TexelIndex& index) const;
  [[nodiscard]] TexelBits addressed(TexelIndex index) const;
  [[nodiscard]] TexelBits texel(const TexelIndex& index) const;
  [[nodiscard]] std::uint32_t channel_bits(const std::byte* element) const;
  [[nodiscard]] TexelBits border() const;

  const Texture* texture_;
  std::span<const std::byte> texels_;
};

}  // namespace warplens::machine
