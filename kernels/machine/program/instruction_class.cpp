#include "kernels/machine/program/instruction_class.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::machine {
namespace {

using trace::InstructionClass;

template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 4> kRoundings = {"rn", "rz", "rm", "rp"};
constexpr std::array<std::string_view, 8> kSpecial = {"rcp", "sqrt", "rsqrt", "sin",
                                                      "cos", "ex2",  "lg2",   "tanh"};
constexpr std::array<std::string_view, 4> kDoubles = {"add", "sub", "mul", "fma"};

bool is_rounded(const ptx::Instruction& instruction) {
  return std::ranges::any_of(kRoundings,
                             [&](std::string_view rounding) { return instruction.has(rounding); });
}

InstructionClass fp32_class(const ptx::Instruction& instruction) {
  const std::string_view opcode = instruction.opcode;
  if (opcode == "fma" || opcode == "mad") return InstructionClass::fp32_fused;
  if (opcode == "add" || opcode == "sub") {
    return is_rounded(instruction) ? InstructionClass::fp32_rounded : InstructionClass::fp32_add;
  }
  if (opcode != "mul") return InstructionClass::removable;
  return is_rounded(instruction) ? InstructionClass::fp32_rounded : InstructionClass::fp32_multiply;
}

bool is_exchange(const ptx::Instruction& instruction) {
  if (instruction.opcode == "shfl" || instruction.opcode == "vote") return true;
  const bool is_barrier = instruction.opcode == "bar" || instruction.opcode == "barrier";
  return is_barrier && !instruction.has("warp");
}

}  // namespace

InstructionClass instruction_class(const ptx::Instruction& instruction) {
  if (is_exchange(instruction)) return InstructionClass::exchange;
  if (is_one_of(kSpecial, instruction.opcode)) return InstructionClass::other_arithmetic;
  if (instruction.has("f64") && is_one_of(kDoubles, instruction.opcode)) {
    return InstructionClass::other_arithmetic;
  }
  return instruction.has("f32") ? fp32_class(instruction) : InstructionClass::removable;
}

}  // namespace warplens::machine
