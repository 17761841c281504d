#include "kernels/ptx/control_flow.h"

#include <algorithm>

#include "kernels/ptx/block_order.h"

namespace warplens::ptx {
namespace {

bool is_branch(const Instruction& instruction) {
  return instruction.opcode == "bra" || instruction.opcode == "brx";
}

// After it, lanes whose guard held do not go on to the next instruction.
bool leaves(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return is_branch(instruction) || opcode == "ret" || opcode == "exit" || opcode == "trap" ||
         (opcode == "call" && instruction.never_returns);
}

// bra names its target, brx.idx a list of them.
std::vector<std::uint32_t> branch_targets(const Function& function,
                                          const Instruction& instruction) {
  std::vector<std::uint32_t> targets;
  if (!is_branch(instruction)) return targets;
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::label) targets.push_back(operand.index);
    if (operand.kind == Operand::Kind::symbol && operand.index < function.target_lists.size()) {
      const auto& labels = function.target_lists[operand.index].labels;
      targets.insert(targets.end(), labels.begin(), labels.end());
    }
  }
  return targets;
}

void find_blocks(const Function& function, ControlFlow& flow) {
  const std::size_t count = function.instructions.size();
  std::vector<bool> starts(count + 1, false);
  starts[0] = true;
  for (std::size_t i = 0; i < count; ++i) {
    if (!leaves(function.instructions[i])) continue;
    starts[i + 1] = true;
    for (const std::uint32_t target : branch_targets(function, function.instructions[i])) {
      starts[target] = true;
    }
  }
  flow.block_of.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (starts[i]) flow.blocks.push_back({i, i, {}, false});
    flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
    flow.blocks.back().last = i + 1;
  }
}

void find_successors(const Function& function, ControlFlow& flow) {
  for (BasicBlock& block : flow.blocks) {
    const Instruction& last = function.instructions[block.last - 1];
    std::vector<std::uint32_t> next = branch_targets(function, last);
    if (!leaves(last) || last.guard != kNone) next.push_back(block.last);
    block.returns = last.opcode == "ret" || last.opcode == "exit";
    for (const std::uint32_t instruction : next) {
      // A label at the very end is where the function returns.
      if (instruction >= function.instructions.size()) {
        block.returns = true;
        continue;
      }
      block.successors.push_back(flow.block_of[instruction]);
    }
    std::sort(block.successors.begin(), block.successors.end());
    block.successors.erase(std::unique(block.successors.begin(), block.successors.end()),
                           block.successors.end());
  }
}

void number_instructions(ControlFlow& flow) {
  Successors successors;
  for (const BasicBlock& block : flow.blocks) successors.push_back(block.successors);
  std::vector<std::uint32_t> blocks = order_blocks(successors);
  std::vector<bool> reached(flow.blocks.size(), false);
  for (const std::uint32_t block : blocks) reached[block] = true;
  for (std::uint32_t block = 0; block < reached.size(); ++block) {
    if (!reached[block]) blocks.push_back(block);
  }
  flow.order.resize(flow.block_of.size());
  std::uint32_t position = 0;
  for (const std::uint32_t block : blocks) {
    for (std::uint32_t i = flow.blocks[block].first; i < flow.blocks[block].last; ++i) {
      flow.order[i] = position++;
    }
  }
}

void mark_back_edges(ControlFlow& flow) {
  flow.back_edge.resize(flow.block_of.size(), false);
  for (const BasicBlock& block : flow.blocks) {
    const std::uint32_t last = block.last - 1;
    flow.back_edge[last] =
        std::any_of(block.successors.begin(), block.successors.end(), [&](std::uint32_t successor) {
          return flow.order[flow.blocks[successor].first] <= flow.order[last];
        });
  }
}

}  // namespace

ControlFlow build_control_flow(const Function& function) {
  ControlFlow flow;
  find_blocks(function, flow);
  find_successors(function, flow);
  number_instructions(flow);
  mark_back_edges(flow);
  return flow;
}

}  // namespace warplens::ptx
