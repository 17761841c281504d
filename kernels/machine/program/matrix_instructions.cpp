#include "kernels/machine/program/matrix_instructions.h"

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

std::string MatrixInstruction::register_name(const FormOperand& operand, std::uint32_t reg) const {
  if (operand.map.is_in_memory() || operand.index >= instruction->operands.size()) return {};
  const ptx::Operand& whole = instruction->operands[operand.index];
  const bool is_list = whole.kind == ptx::Operand::Kind::vector;
  if (is_list && reg >= whole.elements.size()) return {};
  const ptx::Operand& one = is_list ? whole.elements[reg] : whole;
  if (one.kind != ptx::Operand::Kind::reg || one.index >= function->registers.size()) return {};
  return function->registers[one.index].name;
}

std::vector<MatrixInstruction> matrix_instructions(const Program& program) {
  std::vector<MatrixInstruction> all;
  for (const FunctionImage& image : program.image().functions) {
    for (const ptx::Instruction& instruction : image.function->instructions) {
      auto form = matrix_form(instruction);
      if (!form) continue;
      const SourcePlace place = source_place(program.module(), instruction);
      all.push_back({image.function, &instruction, place.file, place.line, std::move(*form)});
    }
  }
  return all;
}

}  // namespace warplens::machine
