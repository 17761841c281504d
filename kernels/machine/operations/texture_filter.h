// Linear filtering as an H200's texture units do it (tests/data/h200-texture-filter.tsv).
//
//   weights   of 256ths: z splits the whole, x each part, y each of those; products round half up
//   floats    texels are cut to 4 bits below the largest one's last, summed, and rounded once,
//   halves
//             away from zero, to a texel's precision (24 or 11 bits)
//   integers  read as floats: 16 bits, signed or not, summed and rounded half up
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/base/texture.h"

namespace warplens::machine {

inline constexpr std::int64_t kFilterSteps = 256;
// Of the corner that is second in x, y and z where bits 0, 1 and 2 are set.
using FilterWeights = std::array<std::int64_t, 8>;

// `second`: the weights of the second texel in x, y and z, 0 to 255; 0 where there is one texel.
[[nodiscard]] FilterWeights filter_weights(const std::array<std::int64_t, 3>& second);

// One channel: the bits of floats in, those of a float out. What has no weight is not read.
[[nodiscard]] std::uint32_t filtered_channel(Texture::Type type, const FilterWeights& weights,
                                             std::span<const std::uint32_t, 8> texels);

}  // namespace warplens::machine
