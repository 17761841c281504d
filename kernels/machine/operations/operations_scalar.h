// Arithmetic on single values with PTX's meaning: wrapping integers, minimum and maximum that
// prefer a number over NaN. Shared by the lane loops and by atomics.
//
//   apply(ScalarOperation::add, ScalarType::s32, old_bits, operand_bits) → new bits
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "kernels/ptx/module.h"

namespace warplens::machine {

// Unsigned and at least 32 bits wide, so that arithmetic on it wraps and is always defined.
template <class T>
using Wrapping = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
constexpr T wrapping_add(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
}
template <class T>
constexpr T wrapping_subtract(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
}
template <class T>
constexpr T wrapping_multiply(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
}

inline constexpr std::uint32_t kCanonicalNan = 0x7fffffffu;  // every f32 NaN that PTX produces

constexpr float canonical(float x) { return x == x ? x : std::bit_cast<float>(kCanonicalNan); }
constexpr double canonical(double x) { return x; }  // f64 keeps NaN payloads

// Denormals become zeros of their sign, as .ftz wants it.
constexpr float flush_denormal(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return (bits & 0x7f800000u) == 0 ? std::bit_cast<float>(bits & 0x80000000u) : x;
}

template <class T>
inline T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T smaller = a < b || (a == b && std::signbit(a)) ? a : b;
    return canonical(a != a ? b : b != b ? a : smaller);
  } else {
    return b < a ? b : a;
  }
}

template <class T>
inline T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T larger = a > b || (a == b && !std::signbit(a)) ? a : b;
    return canonical(a != a ? b : b != b ? a : larger);
  } else {
    return a < b ? b : a;
  }
}

// The operation of atom and red on a memory cell. `exchange` gives the operand back.
enum class ScalarOperation : std::uint8_t {
  add,
  min,
  max,
  increment,
  decrement,
  bit_and,
  bit_or,
  bit_xor,
  exchange,
};

// "add", "inc", "exch"… as in atom's modifiers; nullopt for others ("cas" has two operands: its new
// value is `old == compare ? value : old`, a comparison of bits for every type).
[[nodiscard]] std::optional<ScalarOperation> scalar_operation(std::string_view word);

// The new value of a cell that held `old`. Bits sit in the low bytes. nullopt where PTX has no such
// operation on that type. f16x2 and bf16x2 work on both halves. f32 addition flushes no denormals.
[[nodiscard]] std::optional<std::uint64_t> apply(ScalarOperation operation, ptx::ScalarType type,
                                                 std::uint64_t old, std::uint64_t operand);

}  // namespace warplens::machine
