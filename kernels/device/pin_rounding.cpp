#include "kernels/device/pin_rounding.h"

#include <algorithm>
#include <array>

namespace warplens::device {
namespace {

template <std::size_t N>
bool has_any(const ptx::Instruction& instruction, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return instruction.has(word); });
}

bool may_be_fused(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 3> kOpcodes{"add", "sub", "mul"};
  constexpr std::array<std::string_view, 7> kTypes{"f16", "f16x2", "bf16", "bf16x2",
                                                   "f32", "f32x2", "f64"};
  constexpr std::array<std::string_view, 4> kRoundings{"rn", "rz", "rm", "rp"};
  return std::ranges::find(kOpcodes, instruction.opcode) != kOpcodes.end() &&
         has_any(instruction, kTypes) && !has_any(instruction, kRoundings);
}

// One past the opcode in the module's text.
std::uint32_t opcode_end(const ptx::Module& module, const ptx::Function& function,
                         const ptx::Instruction& instruction) {
  std::size_t from = instruction.text_begin;
  if (instruction.guard != ptx::kNone) {
    const std::string& guard = function.registers[instruction.guard].name;
    from = module.text.find(guard, from) + guard.size();
  }
  return static_cast<std::uint32_t>(module.text.find(instruction.opcode, from) +
                                    instruction.opcode.size());
}

}  // namespace

void pin_rounding(const ptx::Module& module, const ptx::Function& function,
                  Insertions& insertions) {
  for (const ptx::Instruction& instruction : function.instructions) {
    if (may_be_fused(instruction)) {
      insertions.add(opcode_end(module, function, instruction), ".rn");
    }
  }
}

std::string with_pinned_rounding(const ptx::Module& module) {
  Insertions insertions;
  for (const ptx::Function& function : module.functions) {
    pin_rounding(module, function, insertions);
  }
  return insertions.apply_to(module.text);
}

}  // namespace warplens::device
