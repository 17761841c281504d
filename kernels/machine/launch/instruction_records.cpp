#include "kernels/machine/launch/instruction_records.h"

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

void InstructionRecords::begin_launch(const Program& program) {
  if (launches_++ != place_.launch) return;
  program_ = program;
  for (const FunctionImage& function : program.image().functions) {
    for (std::size_t i = 0; i < function.code.size(); ++i) {
      const auto& instructions = function.function->instructions;
      numbered_.push_back(
          {i < instructions.size() ? &instructions[i] : nullptr, function.function});
    }
  }
}

BlockInstructions* InstructionRecords::begin_block(std::uint64_t block) {
  if (launches_ != place_.launch + 1 || block < place_.first_block) return nullptr;
  const std::uint64_t index = block - place_.first_block;
  if (index >= blocks_.size()) return nullptr;
  BlockInstructions& kept = blocks_[static_cast<std::size_t>(index)];
  kept = {};
  return &kept;
}

}  // namespace warplens::machine
