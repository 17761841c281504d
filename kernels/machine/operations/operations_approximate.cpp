// Approximate functions: div.approx, div.full, rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh. They are
// computed to f32's precision or better, inside the error that PTX allows.
#include <cmath>
#include <concepts>
#include <limits>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

struct Reciprocal {
  double operator()(double x) const { return 1.0 / x; }
};
struct SquareRoot {
  double operator()(double x) const { return std::sqrt(x); }
};
struct ReciprocalSquareRoot {
  double operator()(double x) const { return 1.0 / std::sqrt(x); }
};
struct Exponential2 {
  double operator()(double x) const { return std::exp2(x); }
};
struct Logarithm2 {
  double operator()(double x) const { return std::log2(x); }
};
struct Sine {
  double operator()(double x) const { return std::sin(x); }
};
struct Cosine {
  double operator()(double x) const { return std::cos(x); }
};
struct HyperbolicTangent {
  double operator()(double x) const { return std::tanh(x); }
};
struct DivideFull {
  double operator()(double a, double b) const { return a / b; }
};
// Beyond 2^126 the reciprocal of the divisor is taken as zero (PTX ISA, div.approx.f32).
struct DivideApproximate {
  double operator()(double a, double b) const {
    const double size = std::abs(b);
    const bool is_too_large = size > 0x1p126 && size <= std::numeric_limits<float>::max();
    return is_too_large ? a * std::copysign(0.0, b) : a / b;
  }
};

template <class F, bool Flushes>
struct OnF32 {
  float operator()(std::same_as<float> auto... x) const {
    const auto in = [](float value) { return Flushes ? flush_denormal(value) : value; };
    return in(canonical(static_cast<float>(F{}(static_cast<double>(in(x))...))));
  }
};

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper words only.
template <class F>
struct OnUpperWord {
  double operator()(double x) const { return upper_word(F{}(upper_word(x))); }

 private:
  static double upper_word(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x) & 0xffffffff00000000u;
    const bool is_denormal = (bits & 0x7ff0000000000000u) == 0;
    return std::bit_cast<double>(is_denormal ? bits & 0x8000000000000000u : bits);
  }
};

template <class F, class... S>
std::optional<Operation> on_f32(InstructionReader& reader) {
  const bool flushes = reader.take("ftz");
  if (reader.take_type() != ptx::ScalarType::f32) return std::nullopt;
  return flushes ? map_each<OnF32<F, true>, float, S...>()
                 : map_each<OnF32<F, false>, float, S...>();
}

template <class F>
std::optional<Operation> with_f64(InstructionReader& reader) {
  if (!reader.take("f64")) return on_f32<F, float>(reader);
  if (reader.take("ftz")) return map_each<OnUpperWord<F>, double, double>();
  return map_each<F, double, double>();
}

}  // namespace

std::optional<Operation> find_approximate_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "div" && reader.take("full")) return on_f32<DivideFull, float, float>(reader);
  if (!reader.take("approx")) return std::nullopt;
  if (opcode == "div") return on_f32<DivideApproximate, float, float>(reader);
  if (opcode == "rcp") return with_f64<Reciprocal>(reader);
  if (opcode == "rsqrt") return with_f64<ReciprocalSquareRoot>(reader);
  if (opcode == "sqrt") return on_f32<SquareRoot, float>(reader);
  if (opcode == "ex2") return on_f32<Exponential2, float>(reader);
  if (opcode == "lg2") return on_f32<Logarithm2, float>(reader);
  if (opcode == "sin") return on_f32<Sine, float>(reader);
  if (opcode == "cos") return on_f32<Cosine, float>(reader);
  if (opcode == "tanh") return on_f32<HyperbolicTangent, float>(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
