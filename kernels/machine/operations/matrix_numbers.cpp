#include "kernels/machine/operations/matrix_numbers.h"

#include <bit>
#include <type_traits>

#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

double floating(MatrixElement element, std::uint64_t bits) {
  switch (element) {
    case f16:
      return widen(Half{static_cast<std::uint16_t>(bits)});
    case bf16:
      return widen(BFloat{static_cast<std::uint16_t>(bits)});
    case tf32:  // the low 13 bits are not looked at
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffffe000u);
    case e4m3:
      return widen(NarrowFloat::e4m3, static_cast<std::uint8_t>(bits));
    case e5m2:
      return widen(NarrowFloat::e5m2, static_cast<std::uint8_t>(bits));
    case f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

std::int64_t integer(MatrixElement element, std::uint64_t bits) {
  switch (element) {
    case s8:
      return static_cast<std::int8_t>(bits);
    case s4:
      return static_cast<std::int8_t>(bits << 4) >> 4;
    case s32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

}  // namespace

template <class T>
T element_value(MatrixElement element, std::uint64_t word, std::uint32_t index) {
  const std::uint32_t bits = element == b1 ? 32 : bits_of(element);
  const std::uint64_t part = bits == 64 ? word : word >> (index * bits) & ((1ull << bits) - 1);
  if constexpr (std::is_same_v<T, double>) return floating(element, part);
  if constexpr (!std::is_same_v<T, double>) return integer(element, part);
}

template double element_value(MatrixElement, std::uint64_t, std::uint32_t);
template std::int64_t element_value(MatrixElement, std::uint64_t, std::uint32_t);

std::uint64_t rounded_sum(MatrixElement element, double value) {
  if (element == f64) return std::bit_cast<std::uint64_t>(value);
  if (element == f16) return narrow(value, kF16, Rounding::nearest_even);
  return std::bit_cast<std::uint32_t>(canonical(static_cast<float>(value)));
}

}  // namespace warplens::machine
