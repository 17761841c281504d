// The instructions on matrices that a kernel may come to, where they stand.
#pragma once

#include "kernels/machine/program/matrix_form.h"
#include "kernels/machine/program/program.h"

namespace warplens::machine {

struct MatrixInstruction {
  const ptx::Function* function = nullptr;  // of the program's module
  const ptx::Instruction* instruction = nullptr;
  std::string file;  // of the source, as sites have it
  std::uint32_t line = 0;
  MatrixForm form;

  // As the function names the operand's register `reg`: "%r45". Empty: it has none.
  [[nodiscard]] std::string register_name(const FormOperand& operand, std::uint32_t reg) const;
};

// In the order of the PTX; what the machine does not know is left out. What ldmatrix and stmatrix
// move has the type of 16 bits that is multiplied, where there is but one.
[[nodiscard]] std::vector<MatrixInstruction> matrix_instructions(const Program& program);

}  // namespace warplens::machine
