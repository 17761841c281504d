#include "kernels/machine/block/traps.h"

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// The part of an instruction that the machine does not know: its mnemonic, or for a move the
// special register.
std::string unknown_part(const ptx::Instruction& instruction) {
  std::string text = instruction.mnemonic();
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::Operand::Kind::special) text += " " + operand.text;
  }
  return text;
}

FindingPlace place_of(const Issue& issue) {
  return {issue.instruction, issue.warp.index, first_lane(issue.mask)};
}

}  // namespace

void end_at_trap(BlockContext& block, const Issue& issue) {
  const ptx::Instruction& instruction = *block.image->place(issue.instruction).instruction;
  block.end_launch(trace::FindingKind::assertion, place_of(issue),
                   finding_text::trap(instruction.opcode));
}

void end_at_opaque(BlockContext& block, const Issue& issue) {
  const ptx::Instruction& instruction = *block.image->place(issue.instruction).instruction;
  block.end_launch(trace::FindingKind::opaque_instruction, place_of(issue),
                   finding_text::opaque_instruction(unknown_part(instruction)));
}

}  // namespace warplens::machine
