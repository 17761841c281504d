#include "kernels/ptx/spins.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace warplens::ptx {
namespace {

// One that fails changes nothing.
bool compares_and_swaps(const Instruction& instruction) {
  return instruction.opcode == "atom" && instruction.has("cas");
}

bool sees_others_stores(const Instruction& instruction) {
  if (compares_and_swaps(instruction)) return true;
  return instruction.opcode == "ld" &&
         (instruction.has("volatile") || instruction.has("relaxed") || instruction.has("acquire"));
}

bool only_computes_or_reads(const Instruction& instruction) {
  constexpr std::array<std::string_view, 12> kOthers = {"st",       "red",      "atom", "bar",
                                                        "barrier",  "call",     "cp",   "ret",
                                                        "mbarrier", "multimem", "sust", "sured"};
  return compares_and_swaps(instruction) ||
         std::ranges::find(kOthers, instruction.opcode) == kOthers.end();
}

// Calls visit(register) for those of an operand and of what it holds.
template <class Visit>
void each_register(const Operand& operand, const Visit& visit) {
  if (operand.kind == Operand::Kind::reg) visit(operand.index);
  for (const Operand& element : operand.elements) each_register(element, visit);
}

// Which registers hang on what the loop has read of others' stores.
class Followed {
 public:
  Followed(const Function& function, std::span<const Instruction> loop)
      : is_followed_(function.registers.size()) {
    bool is_more = true;
    while (is_more) {
      is_more = false;
      for (const Instruction& instruction : loop) is_more |= follow(instruction);
    }
  }
  [[nodiscard]] bool has(std::uint32_t reg) const {
    return reg < is_followed_.size() && is_followed_[reg];
  }

 private:
  // Whether another register is followed now.
  bool follow(const Instruction& instruction) {
    if (instruction.operands.empty() || !hangs_on_them(instruction)) return false;
    bool is_new = false;
    each_register(instruction.operands[0], [&](std::uint32_t reg) {
      if (reg >= is_followed_.size() || is_followed_[reg]) return;
      is_followed_[reg] = true;
      is_new = true;
    });
    return is_new;
  }
  [[nodiscard]] bool hangs_on_them(const Instruction& instruction) const {
    bool hangs = sees_others_stores(instruction) || has(instruction.guard);
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
      each_register(instruction.operands[i], [&](std::uint32_t reg) { hangs |= has(reg); });
    }
    return hangs;
  }

  std::vector<bool> is_followed_;
};

bool is_spin(const Function& function, std::span<const Instruction> loop) {
  return std::ranges::any_of(loop, sees_others_stores) &&
         std::ranges::all_of(loop, only_computes_or_reads) &&
         Followed(function, loop).has(loop.back().guard);
}

}  // namespace

std::set<std::uint32_t> spins(const Function& function) {
  std::set<std::uint32_t> all;
  const std::span<const Instruction> code = function.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const Instruction& way_back = code[i];
    if (way_back.opcode != "bra" || way_back.guard == kNone || way_back.operands.empty()) continue;
    const Operand& target = way_back.operands[0];
    if (target.kind != Operand::Kind::label || target.index > i) continue;
    if (!is_spin(function, code.subspan(target.index, i + 1 - target.index))) continue;
    for (std::uint32_t at = target.index; at <= i; ++at) all.insert(at);
  }
  return all;
}

}  // namespace warplens::ptx
