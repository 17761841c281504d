#include "kernels/machine/program/matrix_instructions.h"

#include <optional>

#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/source_place.h"

namespace warplens::machine {

namespace {

// The one type of 16 bits that the products' factors have; nothing: they have others, too.
std::optional<MatrixElement> factor_of_all(const std::vector<MatrixInstruction>& all) {
  std::optional<MatrixElement> factor;
  for (const MatrixInstruction& each : all) {
    if (each.form.operands.size() != 4) continue;
    const MatrixElement element = each.form.operands.front().map.element;
    if (bits_of(element) != 16 || (factor && *factor != element)) return std::nullopt;
    factor = element;
  }
  return factor;
}

// What ldmatrix brings is most likely what is multiplied.
void name_raw_elements(std::vector<MatrixInstruction>& all) {
  const auto factor = factor_of_all(all);
  for (MatrixInstruction& each : all) {
    FragmentMap& map = each.form.operands.front().map;
    if (!map.is_raw || !factor) continue;
    map.is_raw = false;
    map.element = *factor;
  }
}

}  // namespace

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
  name_raw_elements(all);
  return all;
}

}  // namespace warplens::machine
