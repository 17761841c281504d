#include "kernels/machine/operations/matrix_numbers.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

constexpr unsigned kPaddingBits = 2;  // below an e2m1 in a byte of its own

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
    case e2m3:
      return widen(NarrowFloat::e2m3, static_cast<std::uint8_t>(bits));
    case e3m2:
      return widen(NarrowFloat::e3m2, static_cast<std::uint8_t>(bits));
    case e2m1:
      return widen(NarrowFloat::e2m1, static_cast<std::uint8_t>(bits >> kPaddingBits & 15));
    case e2m1_packed:
      return widen(NarrowFloat::e2m1, static_cast<std::uint8_t>(bits & 15));
    case f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

template <class Bits, class Widen>
struct WidenElements {
  WARPLENS_INLINE static void run(const std::byte* from, std::size_t bytes, float* to) {
    for (std::size_t i = 0; i < bytes / sizeof(Bits); ++i) {
      Bits bits;
      std::memcpy(&bits, from + i * sizeof(Bits), sizeof bits);
      to[i] = Widen{}(bits);
    }
  }
};

// widen(Half) without a branch, so that several are widened at once.
struct WidenHalf {
  WARPLENS_INLINE float operator()(std::uint16_t bits) const {
    const std::uint32_t magnitude = std::uint32_t{bits & 0x7fffu} << 13;
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t open = magnitude >= 0x0f800000u ? 0x7f800000u | magnitude : 0;
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
    return std::bit_cast<float>(sign | open | std::bit_cast<std::uint32_t>(scaled));
  }
};
struct WidenBFloat {
  WARPLENS_INLINE float operator()(std::uint16_t bits) const {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
  }
};
struct WidenTf32 {  // the low 13 bits are not looked at
  WARPLENS_INLINE float operator()(std::uint32_t bits) const {
    return std::bit_cast<float>(bits & 0xffffe000u);
  }
};
template <NarrowFloat kFormat, unsigned kShift = 0>
struct WidenFloat8 {
  float operator()(std::uint8_t bits) const {
    static const std::array<float, 256> kValues = [] {
      std::array<float, 256> values{};
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = widen(kFormat, static_cast<std::uint8_t>(i >> kShift));
      }
      return values;
    }();
    return kValues[bits];
  }
};

template <class Byte>
struct WidenByte {
  WARPLENS_INLINE float operator()(std::uint8_t bits) const { return static_cast<Byte>(bits); }
};

void widen_bits(const std::byte* from, std::size_t bytes, float* to) {
  for (std::size_t i = 0; i < bytes * 8; ++i) {
    to[i] = static_cast<float>(static_cast<std::uint32_t>(from[i / 8]) >> (i % 8) & 1);
  }
}

void widen_nibbles(const std::byte* from, std::size_t bytes, float* to) {
  for (std::size_t i = 0; i < bytes * 2; ++i) {
    const auto byte = static_cast<std::uint8_t>(from[i / 2]);
    to[i] = WidenFloat8<NarrowFloat::e2m1>{}((i % 2 == 0 ? byte : byte >> 4) & 15);
  }
}

template <class Bits, class Widen>
void widen_each(const std::byte* from, std::size_t bytes, float* to) {
  run_loop<WidenElements<Bits, Widen>>(from, bytes, to);
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

void widen_elements(MatrixElement element, const std::byte* from, std::size_t bytes, float* to) {
  switch (element) {
    case f16:
      return widen_each<std::uint16_t, WidenHalf>(from, bytes, to);
    case bf16:
      return widen_each<std::uint16_t, WidenBFloat>(from, bytes, to);
    case tf32:
      return widen_each<std::uint32_t, WidenTf32>(from, bytes, to);
    case e4m3:
      return widen_each<std::uint8_t, WidenFloat8<NarrowFloat::e4m3>>(from, bytes, to);
    case e5m2:
      return widen_each<std::uint8_t, WidenFloat8<NarrowFloat::e5m2>>(from, bytes, to);
    case e2m3:
      return widen_each<std::uint8_t, WidenFloat8<NarrowFloat::e2m3>>(from, bytes, to);
    case e3m2:
      return widen_each<std::uint8_t, WidenFloat8<NarrowFloat::e3m2>>(from, bytes, to);
    case e2m1:
      return widen_each<std::uint8_t, WidenFloat8<NarrowFloat::e2m1, kPaddingBits>>(from, bytes,
                                                                                    to);
    case e2m1_packed:
      return widen_nibbles(from, bytes, to);
    case s8:
      return widen_each<std::uint8_t, WidenByte<std::int8_t>>(from, bytes, to);
    case u8:
      return widen_each<std::uint8_t, WidenByte<std::uint8_t>>(from, bytes, to);
    case b1:
      return widen_bits(from, bytes, to);
    default:
      std::memcpy(to, from, bytes);
  }
}

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
