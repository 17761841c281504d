// Approximate functions: div.approx, div.full, rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh.
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/machine/operations/approximate_functions.h"
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

template <auto Function>
struct Call {
  template <class... T>
  auto operator()(T... x) const -> decltype(Function(x...)) {
    return Function(x...);
  }
};

// `Flushing` where .ftz is given.
template <auto Function, auto Flushing, class... S>
std::optional<Operation> on_f32(InstructionReader& reader) {
  const bool flushes = reader.take("ftz");
  if (reader.take_type() != ptx::ScalarType::f32) return std::nullopt;
  return flushes ? map_each<Call<Flushing>, float, S...>()
                 : map_each<Call<Function>, float, S...>();
}

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper words only.
template <std::uint32_t (*OnUpperWord)(std::uint32_t)>
struct UpperWord {
  double operator()(double x) const {
    const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
    return std::bit_cast<double>(std::uint64_t{OnUpperWord(upper)} << 32);
  }
};
// ptxas makes a step of an iteration of the unit's upper word (ptxas 13.0, sm_90).
double refined_reciprocal_root(double x) {
  const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
  const auto start = std::bit_cast<double>(std::uint64_t{mufu::rsq64h(upper)} << 32);
  const double error = std::fma(x, -(start * start), 1.0);
  return std::fma(std::fma(error, 0.375, 0.5), start * error, start);
}
double approximate_reciprocal_root_of_double(double x) {
  if (x != x) return quiet(x);
  if (x == 0) return std::copysign(HUGE_VAL, x);
  if (x < 0) return std::bit_cast<double>(std::uint64_t{0xfff80000} << 32);
  if (std::isinf(x)) return 0;
  return std::isnormal(x) ? refined_reciprocal_root(x)
                          : refined_reciprocal_root(x * 0x1p54) * 0x1p27;
}

std::optional<Operation> find_on_f64(InstructionReader& reader) {
  const bool is_root = reader.opcode() == "rsqrt";
  if (!is_root && reader.opcode() != "rcp") return std::nullopt;
  if (reader.take("ftz")) {
    return is_root ? map_each<UpperWord<mufu::rsq64h>, double, double>()
                   : map_each<UpperWord<mufu::rcp64h>, double, double>();
  }
  if (!is_root) return std::nullopt;
  return map_each<Call<approximate_reciprocal_root_of_double>, double, double>();
}

}  // namespace

std::optional<Operation> find_approximate_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "div" && reader.take("full")) {
    return on_f32<full_range_quotient<false>, full_range_quotient<true>, float, float>(reader);
  }
  if (!reader.take("approx")) return std::nullopt;
  if (opcode == "div") {
    return on_f32<approximate_quotient<false>, approximate_quotient<true>, float, float>(reader);
  }
  if (reader.take("f64")) return find_on_f64(reader);
  if (opcode == "rcp") {
    return on_f32<approximate_reciprocal<false>, approximate_reciprocal<true>, float>(reader);
  }
  if (opcode == "rsqrt") {
    return on_f32<approximate_reciprocal_root<false>, approximate_reciprocal_root<true>, float>(
        reader);
  }
  if (opcode == "sqrt") {
    return on_f32<approximate_root<false>, approximate_root<true>, float>(reader);
  }
  if (opcode == "ex2") {
    return on_f32<approximate_power<false>, approximate_power<true>, float>(reader);
  }
  if (opcode == "lg2") {
    return on_f32<approximate_logarithm<false>, approximate_logarithm<true>, float>(reader);
  }
  if (opcode == "sin") return on_f32<approximate_sine, approximate_sine, float>(reader);
  if (opcode == "cos") return on_f32<approximate_cosine, approximate_cosine, float>(reader);
  if (opcode == "tanh") return on_f32<mufu::tanh, mufu::tanh, float>(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
