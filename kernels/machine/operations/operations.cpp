#include "kernels/machine/operations/operations.h"

#include <algorithm>
#include <array>

#include "kernels/machine/operations/instruction_reader.h"

namespace warplens::machine {
namespace {

using FindOperation = std::optional<Operation> (*)(InstructionReader&);

constexpr std::array<FindOperation, 16> kFamilies = {
    find_move_operation,          find_integer_operation,     find_carry_operation,
    find_multiply_operation,      find_logic_operation,       find_bits_operation,
    find_float_operation,         find_approximate_operation, find_half_operation,
    find_convert_operation,       find_compare_operation,     find_select_operation,
    find_compare_pairs_operation, find_video_operation,       find_narrow_float_operation,
    find_stochastic_operation,
};

bool fits(const InstructionReader& reader, const Operation& operation) {
  const auto own = std::ranges::count(operation.operands, false, &OperandShape::is_carry);
  return !reader.has_modifiers_left() && !reader.has_negation_left() &&
         operation.operands.size() < kMaximumOperands &&
         static_cast<std::size_t>(own) == reader.operands().size();
}

}  // namespace

std::optional<Operation> find_operation(const ptx::Instruction& instruction,
                                        std::span<const ptx::Register> registers) {
  for (const FindOperation family : kFamilies) {
    InstructionReader reader(instruction, registers);
    auto operation = family(reader);
    if (operation && fits(reader, *operation)) return operation;
  }
  return std::nullopt;
}

}  // namespace warplens::machine
