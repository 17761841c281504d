#include "kernels/ptx/mbarrier_waits.h"

#include <algorithm>
#include <array>
#include <vector>

namespace warplens::ptx {
namespace {

using OperandKind = Operand::Kind;

// Opcodes that only pass a predicate on, as compilers write `while (!try_wait(…))`.
bool passes_on(std::string_view opcode) {
  constexpr std::array<std::string_view, 7> kNames = {"setp", "selp", "mov", "not",
                                                      "and",  "or",   "xor"};
  return std::ranges::find(kNames, opcode) != kNames.end();
}

class Definitions {
 public:
  explicit Definitions(const Function& function)
      : of_(function.registers.size()), count_(function.registers.size()) {
    for (const Instruction& instruction : function.instructions) {
      if (instruction.operands.empty()) continue;
      const Operand& first = instruction.operands[0];
      note(first, instruction);
      for (const Operand& element : first.elements) note(element, instruction);
    }
  }

  // `depth`: of definitions that are followed.
  [[nodiscard]] bool is_of_mbarrier(std::uint32_t reg, int depth = 8) const {
    if (depth == 0 || reg >= of_.size() || count_[reg] != 1) return false;
    const Instruction& from = *of_[reg];
    if (from.opcode == "mbarrier") return from.has("test_wait") || from.has("try_wait");
    if (!passes_on(from.opcode)) return false;
    bool any = false;
    for (std::size_t i = 1; i < from.operands.size(); ++i) {
      const Operand& operand = from.operands[i];
      if (operand.kind != OperandKind::reg) continue;
      if (!is_of_mbarrier(operand.index, depth - 1)) return false;
      any = true;
    }
    return any;
  }

 private:
  void note(const Operand& operand, const Instruction& instruction) {
    if (operand.kind != OperandKind::reg || operand.index >= of_.size()) return;
    of_[operand.index] = &instruction;
    ++count_[operand.index];
  }

  std::vector<const Instruction*> of_;  // the last whose first operand it is
  std::vector<std::uint32_t> count_;
};

bool only_waits(const Instruction& instruction) {
  constexpr std::array<std::string_view, 12> kOthers = {"ld",  "st",       "red",  "atom",
                                                        "bar", "barrier",  "call", "cp",
                                                        "ret", "multimem", "sust", "sured"};
  if (instruction.opcode == "mbarrier")
    return instruction.has("test_wait") || instruction.has("try_wait");
  return std::ranges::find(kOthers, instruction.opcode) == kOthers.end();
}

// Of the loop that the branch at `way_back` closes, if it closes one.
void add_turns(const Function& function, std::uint32_t way_back, std::set<std::uint32_t>& waits) {
  const auto& code = function.instructions;
  const Operand& target = code[way_back].operands[0];
  if (target.kind != OperandKind::label || target.index > way_back) return;
  const auto begin = code.begin() + target.index, end = code.begin() + way_back;
  if (!std::all_of(begin, end, only_waits)) return;
  for (std::uint32_t i = target.index; i < way_back; ++i)
    if (code[i].opcode == "bra" && code[i].guard != kNone) waits.insert(i);
}

}  // namespace

std::set<std::uint32_t> mbarrier_waits(const Function& function) {
  const Definitions definitions(function);
  std::set<std::uint32_t> waits;
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    if (instruction.opcode != "bra" || instruction.guard == kNone) continue;
    if (!definitions.is_of_mbarrier(instruction.guard)) continue;
    waits.insert(i);
    add_turns(function, i, waits);
  }
  return waits;
}

}  // namespace warplens::ptx
