#include "kernels/machine/program/register_use.h"

#include <algorithm>

#include "kernels/machine/program/special_registers.h"

namespace warplens::machine {

bool has_destination(const ptx::Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return opcode != "st" && opcode != "red" && opcode != "bra" && opcode != "brx" &&
         opcode != "call" && opcode != "cp" && opcode != "stmatrix" && opcode != "sust" &&
         opcode != "sured" && opcode != "stackrestore" &&
         !(opcode == "wmma" && instruction.has("store")) &&
         !(opcode == "tcgen05" && !instruction.has("ld")) &&
         !((opcode == "bar" || opcode == "barrier") && !instruction.has("red"));
}

bool reads_clock(const ptx::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
    if (operand.kind != ptx::Operand::Kind::special) return false;
    const auto special = find_special(operand.text);
    return special && is_clock(*special);
  });
}

}  // namespace warplens::machine
