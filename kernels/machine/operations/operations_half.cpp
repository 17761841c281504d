// f16 and bf16 arithmetic, single and in pairs. Values are widened, computed, and rounded once.
#include <cmath>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/multifunction_unit.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

enum Flag : std::uint32_t {
  kFlush = 1,
  kSaturate = 2,
  kRelu = 4,
  kNan = 8,
  kXorSign = 16,
  kOutside = 32
};

template <class H>
H narrowed(double x) {
  constexpr FloatFormat kFormat = std::is_same_v<H, Half> ? kF16 : kBf16;
  return {static_cast<std::uint16_t>(narrow(x, kFormat, Rounding::nearest_even))};
}

// Sums and products of two are exact in a double or rounded so far out that rounding again is safe.
struct Add {
  static double compute(std::uint32_t, double a, double b) { return a + b; }
};
struct Subtract {
  static double compute(std::uint32_t, double a, double b) { return a - b; }
};
struct Multiply {
  static double compute(std::uint32_t, double a, double b) { return a * b; }
};
struct MultiplyAdd {
  static double compute(std::uint32_t, double a, double b, double c) {
    return multiply_add_to_odd(a, b, c);
  }
};

template <bool IsMaximum>
struct Extremum {
  static double compute(std::uint32_t flags, double a, double b) {
    if ((flags & kNan) != 0 && (a != a || b != b)) return a + b;
    if ((flags & kXorSign) == 0) return pick(a, b);
    const double magnitude = std::abs(pick(std::abs(a), std::abs(b)));
    return std::signbit(a) != std::signbit(b) ? -magnitude : magnitude;
  }

 private:
  static double pick(double a, double b) { return IsMaximum ? maximum(a, b) : minimum(a, b); }
};

template <class F, class H>
struct OnHalf {
  template <class... T>
  H operator()(std::uint32_t flags, T... x) const {
    if ((flags & kOutside) != 0 && has_factor_outside(x...)) return {0};
    const bool flushes = (flags & kFlush) != 0;
    const auto in = [&](H one) { return flushes ? flush_denormal(one) : one; };
    double value = F::compute(flags, static_cast<double>(widen(in(x)))...);
    if (flushes && std::abs(value) < kTiny) value = std::copysign(0.0, value);
    if ((flags & kSaturate) != 0) value = value > 0 ? std::fmin(value, 1.0) : 0.0;
    if ((flags & kRelu) != 0) value = rectified(value);
    return narrowed<H>(value);
  }

 private:
  // .oob: what a TMA copy puts where nothing of the tensor is (PTX ISA, "fma").
  template <class... T>
  static bool has_factor_outside(H a, H b, T...) {
    constexpr std::uint16_t kElementOutside = 0x7ff7, kMagnitude = 0x7fff;
    return (a.bits & kMagnitude) == kElementOutside || (b.bits & kMagnitude) == kElementOutside;
  }

  // A denormal when it is rounded to 11 bits at any exponent; the tie goes up.
  static constexpr double kTiny = 0x1p-14 * (1 - 0x1p-12);
};

// ex2 and tanh are the multifunction unit's, which truncates.
template <class H>
struct Power {
  H operator()(std::uint32_t flags, H x) const {
    const H in = (flags & kFlush) != 0 ? flush_denormal(x) : x;
    return {std::is_same_v<H, Half> ? mufu::ex2_f16(in.bits) : mufu::ex2_bf16(in.bits)};
  }
};
template <class H>
struct Tangent {
  H operator()(std::uint32_t, H x) const {
    return {std::is_same_v<H, Half> ? mufu::tanh_f16(x.bits) : mufu::tanh_bf16(x.bits)};
  }
};

// abs and neg touch the sign bit only, and give the canonical NaN.
template <class H, std::uint16_t Keep, std::uint16_t Flip>
struct OnSign {
  H operator()(std::uint32_t flags, H x) const {
    if (std::isnan(widen(x))) return {0x7fff};
    const H in = (flags & kFlush) != 0 ? flush_denormal(x) : x;
    return {static_cast<std::uint16_t>((in.bits & Keep) ^ Flip)};
  }
};

// F on the low and on the high half of each word.
template <class F, class H>
struct OnPair {
  template <class... T>
  std::uint32_t operator()(std::uint32_t flags, T... x) const {
    const H low = F{}(flags, H{static_cast<std::uint16_t>(x)}...);
    const H high = F{}(flags, H{static_cast<std::uint16_t>(x >> 16)}...);
    return low.bits | static_cast<std::uint32_t>(high.bits) << 16;
  }
};

template <class T, std::size_t>
using Repeat = T;

template <class F, class T, std::size_t... I>
Operation each(std::uint32_t flags, std::index_sequence<I...>) {
  return map_each<F, T, Repeat<T, I>...>(flags);
}

std::uint32_t take_flags(InstructionReader& reader) {
  std::uint32_t flags = 0;
  if (reader.take("ftz")) flags |= kFlush;
  if (reader.take("sat")) flags |= kSaturate;
  if (reader.take("relu")) flags |= kRelu;
  if (reader.take("NaN")) flags |= kNan;
  if (reader.opcode() == "fma" && reader.take("oob")) flags |= kOutside;
  if (reader.take("xorsign") && reader.take("abs")) flags |= kXorSign;
  return flags;
}

template <template <class> class F, std::size_t N>
std::optional<Operation> find(InstructionReader& reader) {
  constexpr auto kSources = std::make_index_sequence<N>{};
  const std::uint32_t flags = take_flags(reader);
  switch (reader.take_type()) {
    case ptx::ScalarType::f16:
      return each<F<Half>, Half>(flags, kSources);
    case ptx::ScalarType::bf16:
      return each<F<BFloat>, BFloat>(flags, kSources);
    case ptx::ScalarType::f16x2:
      return each<OnPair<F<Half>, Half>, std::uint32_t>(flags, kSources);
    case ptx::ScalarType::bf16x2:
      return each<OnPair<F<BFloat>, BFloat>, std::uint32_t>(flags, kSources);
    default:
      return std::nullopt;
  }
}

template <class H>
using AddOf = OnHalf<Add, H>;
template <class H>
using SubtractOf = OnHalf<Subtract, H>;
template <class H>
using MultiplyOf = OnHalf<Multiply, H>;
template <class H>
using MultiplyAddOf = OnHalf<MultiplyAdd, H>;
template <class H>
using MinimumOf = OnHalf<Extremum<false>, H>;
template <class H>
using MaximumOf = OnHalf<Extremum<true>, H>;
template <class H>
using AbsoluteOf = OnSign<H, 0x7fff, 0>;
template <class H>
using NegateOf = OnSign<H, 0xffff, 0x8000>;

}  // namespace

std::optional<Operation> find_half_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "ex2" || opcode == "tanh") {
    if (!reader.take("approx")) return std::nullopt;
    return opcode == "ex2" ? find<Power, 1>(reader) : find<Tangent, 1>(reader);
  }
  reader.take("rn");
  if (opcode == "add") return find<AddOf, 2>(reader);
  if (opcode == "sub") return find<SubtractOf, 2>(reader);
  if (opcode == "mul") return find<MultiplyOf, 2>(reader);
  if (opcode == "fma") return find<MultiplyAddOf, 3>(reader);
  if (opcode == "min") return find<MinimumOf, 2>(reader);
  if (opcode == "max") return find<MaximumOf, 2>(reader);
  if (opcode == "abs") return find<AbsoluteOf, 1>(reader);
  if (opcode == "neg") return find<NegateOf, 1>(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
