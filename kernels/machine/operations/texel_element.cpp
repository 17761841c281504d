#include "kernels/machine/operations/texel_element.h"

#include <bit>
#include <limits>

#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

template <class T, class Wide>
std::optional<std::uint32_t> narrowed(std::uint32_t bits) {
  const auto value = std::bit_cast<Wide>(bits);
  const bool fits =
      value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
  return fits ? std::optional(bits) : std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> texel_element(Texture::Type type, std::uint32_t bits) {
  switch (type) {
    case Texture::Type::u8:
      return narrowed<std::uint8_t, std::uint32_t>(bits);
    case Texture::Type::i8:
      return narrowed<std::int8_t, std::int32_t>(bits);
    case Texture::Type::u16:
      return narrowed<std::uint16_t, std::uint32_t>(bits);
    case Texture::Type::i16:
      return narrowed<std::int16_t, std::int32_t>(bits);
    case Texture::Type::f16:
      return narrow(static_cast<double>(std::bit_cast<float>(bits)), kF16, Rounding::to_zero);
    default:
      return bits;
  }
}

}  // namespace warplens::machine
