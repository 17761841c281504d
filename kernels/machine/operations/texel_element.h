// What sust.p makes of a register for a surface's texels.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/base/texture.h"

namespace warplens::machine {

// f16 is cut off, as an H200 does it (tests/corpus/texture_forms.cu). None: an integer that the type does not have.
[[nodiscard]] std::optional<std::uint32_t> texel_element(Texture::Type type, std::uint32_t bits);

}  // namespace warplens::machine
