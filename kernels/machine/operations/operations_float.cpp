// f32 and f64 arithmetic that IEEE 754 defines: add, sub, mul, fma, mad, div, rcp, sqrt with every
// rounding, min, max, abs, neg, copysign; add, sub, mul and fma on pairs of f32.
#include <cmath>

#include "kernels/machine/operations/fused.h"
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_directed.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

struct Add {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return nan_of(a + b, a, b);
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a, T b) const {
    return nan_of(directed_sum(rounding, a, b), a, b);
  }
};

struct Subtract {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return nan_of(a - b, a, b);
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a, T b) const {
    return nan_of(directed_sum(rounding, a, -b), a, b);
  }
};

struct Multiply {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return nan_of(a * b, a, b);
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a, T b) const {
    return nan_of(directed_product(rounding, a, b), a, b);
  }
  // Exact.
  WARPLENS_INLINE static double past(double limit, double a, double b) {
    return std::abs(a * b) - limit;
  }
};

struct MultiplyAdd {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b, T c) const {
    return nan_of(fused(a, b, c), a, b, c);
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a, T b, T c) const {
    return nan_of(directed_multiply_add(rounding, a, b, c), a, b, c);
  }
  // Of the right sign, where c is no farther from zero than a few limits.
  WARPLENS_INLINE static double past(double limit, double a, double b, double c) {
    const double sign = a * b + c < 0 ? -1 : 1;
    return fused(sign * a, b, sign * c - limit);
  }
};

struct Divide {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return a / b;
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a, T b) const {
    return directed_quotient(rounding, a, b);
  }
};

struct Reciprocal {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return T{1} / a;
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a) const {
    return directed_quotient(rounding, T{1}, a);
  }
};

struct SquareRoot {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return std::sqrt(a);
  }
  template <class T>
  WARPLENS_INLINE T operator()(Rounding rounding, T a) const {
    return directed_root(rounding, a);
  }
};

struct Minimum {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return minimum(a, b);
  }
};

struct Maximum {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return maximum(a, b);
  }
};

struct Absolute {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return nan_of(std::abs(a), a, a);
  }
};

struct Negate {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return nan_of(-a, a, a);
  }
};

// The sign of a on b.
struct CopySign {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};

template <class F>
struct NanWins {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return a != a || b != b ? canonical(a + b) : F{}(a, b);
  }
};

// .xorsign.abs: the magnitude from |a| and |b|, the sign from both.
template <class F>
struct XorSign {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    const T magnitude = F{}(std::abs(a), std::abs(b));
    return std::signbit(a) != std::signbit(b) ? -std::abs(magnitude) : std::abs(magnitude);
  }
};

struct Plain {
  template <class T>
  WARPLENS_INLINE static T in(T x) {
    return x;
  }
  template <class T>
  WARPLENS_INLINE static T out(T x) {
    return canonical(x);
  }
};

struct Flushing {
  WARPLENS_INLINE static float in(float x) { return flush_denormal(x); }
  WARPLENS_INLINE static float out(float x) { return flush_denormal(canonical(x)); }
};

// .sat: into [0, 1], NaN becomes 0.
template <class Policy>
struct Saturating {
  WARPLENS_INLINE static float in(float x) { return Policy::in(x); }
  WARPLENS_INLINE static float out(float x) {
    const float y = Policy::out(x);
    return y > 0.0f ? (y < 1.0f ? y : 1.0f) : 0.0f;
  }
};

// copysign gives a NaN the sign, too.
struct SignOnly : Plain {
  template <class T>
  WARPLENS_INLINE static T out(T x) {
    return x;
  }
};

template <class F, class Policy>
struct Under {
  template <class... T>
  WARPLENS_INLINE auto operator()(T... x) const {
    return Policy::out(F{}(Policy::in(x)...));
  }
  template <class... T>
  WARPLENS_INLINE auto operator()(Rounding rounding, T... x) const {
    return Policy::out(F{}(rounding, Policy::in(x)...));
  }
};

// .ftz of a product: what is a denormal when it is rounded to 24 bits at any exponent, though the
// format's rounding takes it up to the smallest normal number (an H200:
// tests/data/h200-instructions.tsv).
template <class F>
struct FlushingTiny {
  template <class... T>
  WARPLENS_INLINE float operator()(T... x) const {
    return flushed(
        F{}(x...), [](auto... y) { return tie_is_past(y...); }, x...);
  }
  template <class... T>
  WARPLENS_INLINE float operator()(Rounding rounding, T... x) const {
    return flushed(
        F{}(rounding, x...), [](auto... y) { return next_is_past(y...); }, x...);
  }

 private:
  static constexpr double kSmallest = 0x1p-126;

  // To nearest the tie goes up; away from zero, what lies past the number below.
  template <class... T>
  WARPLENS_INLINE static bool tie_is_past(T... x) {
    return F::past(kSmallest * (1 - 0x1p-25), static_cast<double>(x)...) >= 0;
  }
  template <class... T>
  WARPLENS_INLINE static bool next_is_past(T... x) {
    return F::past(kSmallest * (1 - 0x1p-24), static_cast<double>(x)...) > 0;
  }
  template <class Past, class... T>
  WARPLENS_INLINE static float flushed(float result, Past is_past, T... x) {
    const bool is_smallest = std::abs(result) == static_cast<float>(kSmallest);
    return is_smallest && !is_past(x...) ? std::copysign(0.0f, result) : result;
  }
};
template <class F>
struct FlushedAs {
  using Type = F;
};
template <>
struct FlushedAs<Multiply> {
  using Type = FlushingTiny<Multiply>;
};
template <>
struct FlushedAs<MultiplyAdd> {
  using Type = FlushingTiny<MultiplyAdd>;
};
template <class F>
using UnderFlushing = Under<typename FlushedAs<F>::Type, Flushing>;
template <class F>
using UnderFlushingSaturating = Under<typename FlushedAs<F>::Type, Saturating<Flushing>>;

// F on the low and on the high f32 of each 64-bit word.
template <class F>
struct OnPair {
  template <class... T>
  WARPLENS_INLINE std::uint64_t operator()(T... x) const {
    return pair(F{}(part(x)...), F{}(part(x >> 32)...));
  }
  template <class... T>
  WARPLENS_INLINE std::uint64_t operator()(Rounding rounding, T... x) const {
    return pair(F{}(rounding, part(x)...), F{}(rounding, part(x >> 32)...));
  }

 private:
  WARPLENS_INLINE static std::uint64_t pair(float low, float high) {
    return std::bit_cast<std::uint32_t>(low) | std::uint64_t{std::bit_cast<std::uint32_t>(high)}
                                                   << 32;
  }
  WARPLENS_INLINE static float part(std::uint64_t x) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(x));
  }
};

// F in the direction that the option names.
template <class F>
struct InDirection {
  template <class... T>
  WARPLENS_INLINE auto operator()(std::uint32_t option, T... x) const {
    return F{}(static_cast<Rounding>(option), x...);
  }
};

template <class T, std::size_t>
using Repeat = T;

// Operations on N sources of type T.
template <class F, class T, std::size_t... I>
Operation nearest(std::index_sequence<I...>) {
  return map<F, T, Repeat<T, I>...>();
}

template <class F, class T, std::size_t... I>
Operation rounded(Rounding rounding, std::index_sequence<I...> sources) {
  if (rounding == Rounding::nearest_even) return nearest<F, T>(sources);
  return map_each<InDirection<F>, T, Repeat<T, I>...>(static_cast<std::uint32_t>(rounding));
}

template <class F, std::size_t N>
std::optional<Operation> arithmetic(InstructionReader& reader, Rounding rounding) {
  constexpr auto kSources = std::make_index_sequence<N>{};
  const bool flushes = reader.take("ftz");
  const bool saturates = reader.take("sat");
  const ptx::ScalarType type = reader.take_type();
  if (type == ptx::ScalarType::f64 && !flushes && !saturates) {
    return rounded<Under<F, Plain>, double>(rounding, kSources);
  }
  if (type != ptx::ScalarType::f32) return std::nullopt;
  if (flushes && saturates) {
    return rounded<UnderFlushingSaturating<F>, float>(rounding, kSources);
  }
  if (flushes) return rounded<UnderFlushing<F>, float>(rounding, kSources);
  if (saturates) return rounded<Under<F, Saturating<Plain>>, float>(rounding, kSources);
  return rounded<Under<F, Plain>, float>(rounding, kSources);
}

// add, sub, mul and mad may leave the rounding out; then it is to nearest.
template <class F, std::size_t N>
std::optional<Operation> arithmetic(InstructionReader& reader) {
  return arithmetic<F, N>(reader, take_rounding(reader).value_or(Rounding::nearest_even));
}

// .f32x2 has every rounding and .ftz, but no .sat.
template <class F, std::size_t N>
std::optional<Operation> pairwise(InstructionReader& reader, Rounding rounding) {
  constexpr auto kSources = std::make_index_sequence<N>{};
  if (reader.take("ftz"))
    return rounded<OnPair<UnderFlushing<F>>, std::uint64_t>(rounding, kSources);
  return rounded<OnPair<Under<F, Plain>>, std::uint64_t>(rounding, kSources);
}

// fma alone must name its rounding.
std::optional<Operation> find_pair_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  const auto named = take_rounding(reader);
  const Rounding rounding = named.value_or(Rounding::nearest_even);
  if (opcode == "add") return pairwise<Add, 2>(reader, rounding);
  if (opcode == "sub") return pairwise<Subtract, 2>(reader, rounding);
  if (opcode == "mul") return pairwise<Multiply, 2>(reader, rounding);
  if (opcode == "fma" && named) return pairwise<MultiplyAdd, 3>(reader, rounding);
  return std::nullopt;
}

// div, rcp and sqrt without a rounding are the approximate ones, which are not found here.
template <class F, std::size_t N>
std::optional<Operation> correctly_rounded(InstructionReader& reader) {
  const auto rounding = take_rounding(reader);
  if (!rounding) return std::nullopt;
  return arithmetic<F, N>(reader, *rounding);
}

template <class F, class Policy, std::size_t N>
std::optional<Operation> unrounded(InstructionReader& reader) {
  constexpr auto kSources = std::make_index_sequence<N>{};
  const bool flushes = reader.take("ftz");
  const ptx::ScalarType type = reader.take_type();
  if (type == ptx::ScalarType::f32 && flushes) {
    return nearest<Under<F, Flushing>, float>(kSources);
  }
  if (type == ptx::ScalarType::f32) {
    return nearest<Under<F, Policy>, float>(kSources);
  }
  if (type == ptx::ScalarType::f64 && !flushes) {
    return nearest<Under<F, Policy>, double>(kSources);
  }
  return std::nullopt;
}

template <class F>
std::optional<Operation> extremum(InstructionReader& reader) {
  const bool nan_wins = reader.take("NaN");
  const bool xor_sign = reader.take("xorsign");
  if (xor_sign && !reader.take("abs")) return std::nullopt;
  if (nan_wins && xor_sign) return unrounded<XorSign<NanWins<F>>, Plain, 2>(reader);
  if (xor_sign) return unrounded<XorSign<F>, Plain, 2>(reader);
  if (nan_wins) return unrounded<NanWins<F>, Plain, 2>(reader);
  return unrounded<F, Plain, 2>(reader);
}

}  // namespace

std::optional<Operation> find_float_operation(InstructionReader& reader) {
  if (reader.take("f32x2")) return find_pair_operation(reader);
  const std::string_view opcode = reader.opcode();
  if (opcode == "add") return arithmetic<Add, 2>(reader);
  if (opcode == "sub") return arithmetic<Subtract, 2>(reader);
  if (opcode == "mul") return arithmetic<Multiply, 2>(reader);
  if (opcode == "fma" || opcode == "mad") return arithmetic<MultiplyAdd, 3>(reader);
  if (opcode == "div") return correctly_rounded<Divide, 2>(reader);
  if (opcode == "rcp") return correctly_rounded<Reciprocal, 1>(reader);
  if (opcode == "sqrt") return correctly_rounded<SquareRoot, 1>(reader);
  if (opcode == "min") return extremum<Minimum>(reader);
  if (opcode == "max") return extremum<Maximum>(reader);
  if (opcode == "abs") return unrounded<Absolute, Plain, 1>(reader);
  if (opcode == "neg") return unrounded<Negate, Plain, 1>(reader);
  if (opcode == "copysign") return unrounded<CopySign, SignOnly, 2>(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
