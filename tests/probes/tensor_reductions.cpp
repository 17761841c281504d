#include "tensor_reductions.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace {

template <class Number>
Number as(const unsigned char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

struct Bfloat16 {
  std::uint16_t bits = 0;
  Bfloat16() = default;
  Bfloat16(float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, 4);
    bits = static_cast<std::uint16_t>((word + 0x7fff + (word >> 16 & 1)) >> 16);
    if (value != value) bits = 0x7fff;
  }
  operator float() const {
    const std::uint32_t word = std::uint32_t{bits} << 16;
    float value = 0;
    std::memcpy(&value, &word, 4);
    return value;
  }
};

// Subnormal numbers are zeros, before and after.
struct Flushed {
  float value = 0;
  Flushed() = default;
  Flushed(float exact) : value(flushed(exact)) {}
  operator float() const { return flushed(value); }
  static float flushed(float exact) {
    return std::fpclassify(exact) == FP_SUBNORMAL ? std::copysign(0.f, exact) : exact;
  }
};

// The first that is one, as it is.
std::uint64_t nan_of(double x, double y) {
  const double nan = x != x ? x : y;
  return nan != nan ? std::bit_cast<std::uint64_t>(nan) : 0xfff8000000000000;
}

template <class Number>
Number one_nan(Number value) {
  if constexpr (!std::is_integral_v<Number>) {
    if (value != value) std::memset(&value, 0xff, sizeof value);
    if (value != value) reinterpret_cast<unsigned char*>(&value)[sizeof value - 1] = 0x7f;
  }
  return value;
}

template <class Number>
void reduce(Store how, unsigned char* to, const unsigned char* from) {
  const auto x = as<Number>(to), y = as<Number>(from);
  Number result{};
  const bool is_x = y != y, is_y = x != x;  // the other one of a NaN
  switch (how) {
    case Store::add:
      result = static_cast<Number>(x + y);
      break;
    case Store::min:
      result = is_x || (!is_y && x < y) ? x : y;
      break;
    case Store::max:
      result = is_x || (!is_y && x > y) ? x : y;
      break;
    default:
      if constexpr (std::is_integral_v<Number>) {
        if (how == Store::inc) result = x >= y ? 0 : static_cast<Number>(x + 1);
        if (how == Store::dec) result = x == 0 || x > y ? y : static_cast<Number>(x - 1);
        if (how == Store::bit_and) result = x & y;
        if (how == Store::bit_or) result = x | y;
        if (how == Store::bit_xor) result = x ^ y;
      }
  }
  if constexpr (std::is_same_v<Number, double>) {
    const std::uint64_t nan = nan_of(x, y);
    std::memcpy(to, result != result ? static_cast<const void*>(&nan) : &result, sizeof nan);
  } else {
    result = one_nan(result);
    std::memcpy(to, &result, sizeof result);
  }
}

}  // namespace

void reduce_element(warplens::TensorMap::Type type, Store how, unsigned char* to,
                    const unsigned char* from) {
  using enum warplens::TensorMap::Type;
  switch (type) {
    case u8:
      return reduce<std::uint8_t>(how, to, from);
    case u16:
      return reduce<std::uint16_t>(how, to, from);
    case u32:
      return reduce<std::uint32_t>(how, to, from);
    case i32:
      return reduce<std::int32_t>(how, to, from);
    case u64:
      return reduce<std::uint64_t>(how, to, from);
    case i64:
      return reduce<std::int64_t>(how, to, from);
    case f16:
      return reduce<_Float16>(how, to, from);
    case bf16:
      return reduce<Bfloat16>(how, to, from);
    case f64:
      return reduce<double>(how, to, from);
    case f32_ftz:
    case tf32_ftz:
      return reduce<Flushed>(how, to, from);
    default:
      return reduce<float>(how, to, from);
  }
}
