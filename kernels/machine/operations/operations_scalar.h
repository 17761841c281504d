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

// Which NaN f64 arithmetic gives where operands are NaNs: b's before a's, quiet; `result` where
// none is. Of a·b + c it is b's, c's, a's. As an H200 does (tests/data/h200-instructions.tsv).
inline double quiet(double nan) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | std::uint64_t{1} << 51);
}
inline double nan_of(double result, double a, double b) {
  return b != b ? quiet(b) : a != a ? quiet(a) : result;
}
inline double nan_of(double result, double a, double b, double c) {
  return b != b ? quiet(b) : nan_of(result, a, c);
}
constexpr float nan_of(float result, float, float) { return canonical(result); }
constexpr float nan_of(float result, float, float, float) { return canonical(result); }

// .relu: what is no number stays, and no zero is negative.
template <class T>
constexpr T rectified(T x) {
  return x > 0 || x != x ? x : T{0};
}

// Denormals become zeros of their sign, as .ftz wants it.
constexpr float flush_denormal(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return (bits & 0x7f800000u) == 0 ? std::bit_cast<float>(bits & 0x80000000u) : x;
}

// A number before a NaN.
template <class T>
inline T extremum_of(T a, T b, T of_numbers) {
  if (a != a && b != b) return nan_of(a, a, b);
  return a != a ? b : b != b ? a : of_numbers;
}

template <class T>
inline T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T smaller = a < b || (a == b && std::signbit(a)) ? a : b;
    return extremum_of(a, b, smaller);
  } else {
    return b < a ? b : a;
  }
}

template <class T>
inline T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T larger = a > b || (a == b && !std::signbit(a)) ? a : b;
    return extremum_of(a, b, larger);
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
