// Approximate functions: div.approx, div.full, rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh.
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/machine/operations/approximate_functions.h"
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

// F of floats, F<true> where .ftz is given.
template <template <bool> class F, class... S>
std::optional<Operation> on_f32(InstructionReader& reader) {
  const bool flushes = reader.take("ftz");
  if (reader.take_type() != ptx::ScalarType::f32) return std::nullopt;
  return flushes ? map_each<F<true>, float, S...>() : map_each<F<false>, float, S...>();
}

template <bool Flushes>
struct Reciprocal {
  float operator()(float x) const { return approximate_reciprocal<Flushes>(x); }
};
template <bool Flushes>
struct ReciprocalRoot {
  float operator()(float x) const { return approximate_reciprocal_root<Flushes>(x); }
};
template <bool Flushes>
struct Root {
  float operator()(float x) const { return approximate_root<Flushes>(x); }
};
template <bool Flushes>
struct Logarithm {
  float operator()(float x) const { return approximate_logarithm<Flushes>(x); }
};
template <bool Flushes>
struct Power {
  float operator()(float x) const { return approximate_power<Flushes>(x); }
};
template <bool>
struct Sine {
  float operator()(float x) const { return approximate_sine(x); }
};
template <bool>
struct Cosine {
  float operator()(float x) const { return approximate_cosine(x); }
};
template <bool>
struct Tangent {
  float operator()(float x) const { return mufu::tanh(x); }
};
template <bool Flushes>
struct Quotient {
  float operator()(float a, float b) const { return approximate_quotient<Flushes>(a, b); }
};
template <bool Flushes>
struct FullRangeQuotient {
  float operator()(float a, float b) const { return full_range_quotient<Flushes>(a, b); }
};

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper words only.
template <std::uint32_t (*OnUpperWord)(std::uint32_t)>
struct UpperWord {
  double operator()(double x) const {
    const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
    return std::bit_cast<double>(std::uint64_t{OnUpperWord(upper)} << 32);
  }
};
struct RootOfDouble {
  double operator()(double x) const { return 1.0 / std::sqrt(x); }
};

std::optional<Operation> find_on_f64(InstructionReader& reader) {
  const bool is_root = reader.opcode() == "rsqrt";
  if (!is_root && reader.opcode() != "rcp") return std::nullopt;
  if (reader.take("ftz")) {
    return is_root ? map_each<UpperWord<mufu::rsq64h>, double, double>()
                   : map_each<UpperWord<mufu::rcp64h>, double, double>();
  }
  if (!is_root) return std::nullopt;
  return map_each<RootOfDouble, double, double>();
}

}  // namespace

std::optional<Operation> find_approximate_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "div" && reader.take("full")) {
    return on_f32<FullRangeQuotient, float, float>(reader);
  }
  if (!reader.take("approx")) return std::nullopt;
  if (opcode == "div") return on_f32<Quotient, float, float>(reader);
  if (reader.take("f64")) return find_on_f64(reader);
  if (opcode == "rcp") return on_f32<Reciprocal, float>(reader);
  if (opcode == "rsqrt") return on_f32<ReciprocalRoot, float>(reader);
  if (opcode == "sqrt") return on_f32<Root, float>(reader);
  if (opcode == "ex2") return on_f32<Power, float>(reader);
  if (opcode == "lg2") return on_f32<Logarithm, float>(reader);
  if (opcode == "sin") return on_f32<Sine, float>(reader);
  if (opcode == "cos") return on_f32<Cosine, float>(reader);
  if (opcode == "tanh") return on_f32<Tangent, float>(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
