// Finds what decides how lanes that go round in a loop go on: of its registers, those that nothing
// but themselves is made of, as a counter of rounds, change nothing.
#include <algorithm>
#include <set>
#include <utility>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/register_use.h"

namespace warplens::machine {
namespace {

bool only_makes_values(const Decoded& code) {
  return code.kind == InstructionKind::arithmetic || code.kind == InstructionKind::division ||
         code.kind == InstructionKind::clock_read;
}

using Blocks = std::vector<std::uint32_t>;

// Appends the blocks that can be reached and are not `seen`, each behind those that come of it.
void visit(const std::vector<Blocks>& next, std::uint32_t from, std::vector<bool>& seen,
           Blocks& order) {
  std::vector<std::pair<std::uint32_t, std::size_t>> open{{from, 0}};
  seen[from] = true;
  while (!open.empty()) {
    auto& [block, at] = open.back();
    if (at == next[block].size()) {
      order.push_back(block);
      open.pop_back();
      continue;
    }
    const std::uint32_t to = next[block][at++];
    if (seen[to]) continue;
    seen[to] = true;
    open.emplace_back(to, 0);
  }
}

// Sets of blocks each of which leads to all of its set (Kosaraju).
std::vector<Blocks> loops_of(const ptx::ControlFlow& flow) {
  const std::size_t count = flow.blocks.size();
  std::vector<Blocks> next(count), before(count);
  for (std::uint32_t block = 0; block < count; ++block) {
    next[block] = flow.blocks[block].successors;
    for (const std::uint32_t to : next[block]) before[to].push_back(block);
  }
  Blocks order;
  std::vector<bool> seen(count, false);
  for (std::uint32_t block = 0; block < count; ++block) {
    if (!seen[block]) visit(next, block, seen, order);
  }
  std::vector<Blocks> loops;
  seen.assign(count, false);
  for (auto block = order.rbegin(); block != order.rend(); ++block) {
    if (seen[*block]) continue;
    Blocks loop;
    visit(before, *block, seen, loop);
    const bool goes_round =
        loop.size() > 1 || std::ranges::find(next[*block], *block) != next[*block].end();
    if (goes_round) loops.push_back(std::move(loop));
  }
  return loops;
}

// What it reads and writes is more than its operands say.
bool has_hidden_operand(const ptx::Instruction& instruction) {
  return instruction.has("cc") || instruction.opcode.ends_with("c") || instruction.opcode == "call";
}

}  // namespace

// Registers that are made and used up in one block hold nothing where it begins.
std::vector<bool> Decoder::registers_across_blocks() const {
  std::vector<std::uint32_t> home(ptx_->registers.size(), ptx::kNone);
  std::vector<bool> is_across(ptx_->registers.size(), false);
  for (std::uint32_t i = 0; i < ptx_->instructions.size(); ++i) {
    const ptx::Instruction& instruction = ptx_->instructions[i];
    const std::uint32_t block = flow_.block_of[i];
    each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool is_written) {
      const bool is_new = home[reg] != block;
      const bool is_made_here = is_written && !is_read && instruction.guard == ptx::kNone;
      if (is_new && (home[reg] != ptx::kNone || !is_made_here)) is_across[reg] = true;
      home[reg] = block;
    });
  }
  return is_across;
}

// Registers on which anything depends but values that stay in the loop and decide nothing.
// Backwards, as what decides passes on from users to makers.
std::set<std::uint32_t> Decoder::deciding_registers(const std::vector<std::uint32_t>& loop) const {
  std::vector<bool> is_deciding(ptx_->registers.size(), false);
  std::set<std::uint32_t> deciding;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : loop) {
      for (std::uint32_t i = flow_.blocks[block].last; i-- > flow_.blocks[block].first;) {
        const ptx::Instruction& instruction = ptx_->instructions[i];
        bool decides = !only_makes_values(function_->code[i]);
        each_register_use(instruction, [&](std::uint32_t reg, bool, bool is_written) {
          decides = decides || (is_written && is_deciding[reg]);
        });
        if (!decides) continue;
        each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool) {
          if (!is_read || is_deciding[reg]) return;
          is_deciding[reg] = changed = true;
          deciding.insert(reg);
        });
      }
    }
  }
  return deciding;
}

void Decoder::find_loops() {
  const std::vector<bool> is_across = registers_across_blocks();
  function_->is_in_loop.resize(function_->code.size(), false);
  for (const Blocks& loop : loops_of(flow_)) {
    add_loop(loop, is_across);
    for (const std::uint32_t block : loop) {
      const ptx::BasicBlock& code = flow_.blocks[block];
      std::fill(function_->is_in_loop.begin() + code.first,
                function_->is_in_loop.begin() + code.last, true);
    }
  }
  std::ranges::sort(function_->loop_starts);
}

void Decoder::add_loop(const std::vector<std::uint32_t>& loop, const std::vector<bool>& is_across) {
  std::set<std::uint32_t> slots;
  for (const std::uint32_t block : loop) {
    for (std::uint32_t i = flow_.blocks[block].first; i < flow_.blocks[block].last; ++i) {
      if (has_hidden_operand(ptx_->instructions[i])) return;
    }
  }
  for (const std::uint32_t reg : deciding_registers(loop)) {
    if (is_across[reg]) slots.insert(layout_.register_slot(reg, -1));
  }
  std::vector<SlotRange> ranges;
  for (const std::uint32_t slot : slots) {
    const bool is_timeless = std::ranges::any_of(function_->timeless, [&](const SlotRange& range) {
      return range.begin <= slot && slot < range.end;
    });
    if (is_timeless) ranges.push_back({slot, slot + layout_.bytes_at(slot)});
  }
  const auto number = static_cast<std::uint32_t>(function_->loops.size());
  function_->loops.push_back(std::move(ranges));
  for (const std::uint32_t block : loop) {
    function_->loop_starts.emplace_back(flow_.blocks[block].first, number);
  }
}

}  // namespace warplens::machine
