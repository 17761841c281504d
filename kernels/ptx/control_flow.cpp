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

// The list of targets that a brx.idx names; nothing: it is none, or the list is not there.
const TargetList* list_of(const Function& function, const Instruction& instruction) {
  if (instruction.opcode != "brx") return nullptr;
  for (const Operand& operand : instruction.operands) {
    const bool is_list =
        operand.kind == Operand::Kind::symbol && operand.index < function.target_lists.size();
    if (is_list) return &function.target_lists[operand.index];
  }
  return nullptr;
}

// The lists of a function, and how many instructions branch by each.
std::vector<std::uint32_t> uses_of_lists(const Function& function) {
  std::vector<std::uint32_t> uses(function.target_lists.size(), 0);
  for (const Instruction& instruction : function.instructions) {
    const TargetList* list = list_of(function, instruction);
    if (list != nullptr) ++uses[static_cast<std::size_t>(list - function.target_lists.data())];
  }
  return uses;
}

// What bra names.
std::vector<std::uint32_t> branch_targets(const Instruction& instruction) {
  std::vector<std::uint32_t> targets;
  if (!is_branch(instruction)) return targets;
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::label) targets.push_back(operand.index);
  }
  return targets;
}

std::vector<bool> block_starts(const Function& function) {
  std::vector<bool> starts(function.instructions.size() + 1, false);
  starts[0] = true;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    if (!leaves(function.instructions[i])) continue;
    starts[i + 1] = true;
    for (const std::uint32_t target : branch_targets(function.instructions[i]))
      starts[target] = true;
  }
  const std::vector<std::uint32_t> uses = uses_of_lists(function);
  for (std::size_t list = 0; list < uses.size(); ++list) {
    if (uses[list] == 0) continue;
    for (const std::uint32_t target : function.target_lists[list].labels) starts[target] = true;
  }
  return starts;
}

void find_blocks(const Function& function, ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  const std::vector<bool> starts = block_starts(function);
  flow.block_of.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (starts[i]) flow.blocks.push_back({i, i, {}, false});
    flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
    flow.blocks.back().last = i + 1;
  }
}

void lead_to(const ControlFlow& flow, const std::vector<std::uint32_t>& instructions,
             BasicBlock& block) {
  for (const std::uint32_t instruction : instructions) {
    // A label at the very end is where the function returns.
    if (instruction >= flow.block_of.size()) {
      block.returns = true;
      continue;
    }
    block.successors.push_back(flow.block_of[instruction]);
  }
  std::sort(block.successors.begin(), block.successors.end());
  block.successors.erase(std::unique(block.successors.begin(), block.successors.end()),
                         block.successors.end());
}

// Adds the blocks of lists that are shared, and gives each list's; kNone: it has none.
std::vector<std::uint32_t> add_lists(const Function& function, ControlFlow& flow) {
  const auto end = static_cast<std::uint32_t>(flow.block_of.size());
  std::vector<std::uint32_t> blocks = uses_of_lists(function);
  for (std::size_t list = 0; list < blocks.size(); ++list) {
    const bool is_shared = blocks[list] > 1;
    blocks[list] = is_shared ? static_cast<std::uint32_t>(flow.blocks.size()) : kNone;
    if (!is_shared) continue;
    flow.blocks.push_back({end, end, {}, false});
    lead_to(flow, function.target_lists[list].labels, flow.blocks.back());
  }
  return blocks;
}

void find_successors(const Function& function, ControlFlow& flow) {
  const std::size_t count = flow.blocks.size();
  const std::vector<std::uint32_t> blocks_of_lists = add_lists(function, flow);
  for (std::size_t i = 0; i < count; ++i) {
    BasicBlock& block = flow.blocks[i];
    const Instruction& last = function.instructions[block.last - 1];
    std::vector<std::uint32_t> next = branch_targets(last);
    const TargetList* list = list_of(function, last);
    const std::uint32_t shared =
        list == nullptr
            ? kNone
            : blocks_of_lists[static_cast<std::size_t>(list - function.target_lists.data())];
    if (list != nullptr && shared == kNone)
      next.insert(next.end(), list->labels.begin(), list->labels.end());
    if (!leaves(last) || last.guard != kNone) next.push_back(block.last);
    block.returns = last.opcode == "ret" || last.opcode == "exit";
    lead_to(flow, next, block);
    if (shared != kNone) block.successors.push_back(shared);
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

// The first instruction in order to which the block's end may lead.
std::uint32_t first_behind(const ControlFlow& flow, const BasicBlock& block) {
  std::uint32_t first = kNone;
  for (const std::uint32_t successor : block.successors) {
    const BasicBlock& next = flow.blocks[successor];
    if (!next.is_list()) first = std::min(first, flow.order[next.first]);
  }
  return first;
}

void mark_back_edges(ControlFlow& flow) {
  flow.back_edge.resize(flow.block_of.size(), false);
  std::vector<std::uint32_t> first;
  for (const BasicBlock& block : flow.blocks) first.push_back(first_behind(flow, block));
  for (std::size_t i = 0; i < flow.blocks.size(); ++i) {
    if (flow.blocks[i].is_list()) continue;
    const std::uint32_t last = flow.blocks[i].last - 1;
    std::uint32_t next = first[i];
    for (const std::uint32_t successor : flow.blocks[i].successors)
      if (flow.blocks[successor].is_list()) next = std::min(next, first[successor]);
    flow.back_edge[last] = next != kNone && next <= flow.order[last];
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
