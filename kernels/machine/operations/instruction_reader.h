// An instruction as the operation families read it: modifiers are taken one by one, and one that
// nobody took makes the instruction unknown rather than guessed at.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/machine/operations/operations.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

class InstructionReader {
 public:
  InstructionReader(const ptx::Instruction& instruction, std::span<const ptx::Register> registers);

  [[nodiscard]] std::string_view opcode() const { return instruction_->opcode; }
  // True, once, when the modifier stands there.
  bool take(std::string_view word);
  // The first type not yet taken; ScalarType::none when there is none.
  ptx::ScalarType take_type();
  // Whether the next modifier is a type (that of the result, for one).
  [[nodiscard]] bool is_type_first() const;
  [[nodiscard]] bool has_modifiers_left() const { return !modifiers_.empty(); }

  // The operands with vectors and pairs flattened.
  [[nodiscard]] const std::vector<const ptx::Operand*>& operands() const { return operands_; }
  // How many of them come from instruction operand `index`.
  [[nodiscard]] std::size_t parts(std::size_t index) const;
  // Bytes of the register behind flattened operand `index`; `otherwise` when that is not known.
  [[nodiscard]] std::uint32_t register_bytes(std::size_t index, std::uint32_t otherwise) const;
  // True when flattened operand `index` is written !%p; the caller then takes care of it.
  bool take_negation(std::size_t index);
  [[nodiscard]] bool has_negation_left() const;

 private:
  const ptx::Instruction* instruction_;
  std::span<const ptx::Register> registers_;
  std::vector<std::string_view> modifiers_;
  std::vector<const ptx::Operand*> operands_;
  std::vector<bool> negated_;
};

// One per family of instructions; nullopt when the instruction is not of that family.
std::optional<Operation> find_integer_operation(InstructionReader& reader);
std::optional<Operation> find_carry_operation(InstructionReader& reader);
std::optional<Operation> find_multiply_operation(InstructionReader& reader);
std::optional<Operation> find_logic_operation(InstructionReader& reader);
std::optional<Operation> find_bits_operation(InstructionReader& reader);
std::optional<Operation> find_float_operation(InstructionReader& reader);
std::optional<Operation> find_approximate_operation(InstructionReader& reader);
std::optional<Operation> find_half_operation(InstructionReader& reader);
std::optional<Operation> find_convert_operation(InstructionReader& reader);
std::optional<Operation> find_pack_operation(InstructionReader& reader);  // behind cvt.pack
std::optional<Operation> find_narrow_float_operation(InstructionReader& reader);
std::optional<Operation> find_stochastic_operation(InstructionReader& reader);
std::optional<Operation> find_compare_operation(InstructionReader& reader);
std::optional<Operation> find_compare_pairs_operation(InstructionReader& reader);
std::optional<Operation> find_video_operation(InstructionReader& reader);
std::optional<Operation> find_select_operation(InstructionReader& reader);
std::optional<Operation> find_move_operation(InstructionReader& reader);

}  // namespace warplens::machine
