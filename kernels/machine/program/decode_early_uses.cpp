// Finds what may use a register of a tcgen05.ld that no tcgen05.wait::ld has come behind: on which
// ways, the warp knows when it comes there.
#include <algorithm>
#include <set>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/register_use.h"

namespace warplens::machine {
namespace {

using OpenRegisters = std::set<std::uint32_t>;

bool is_tensor_load(const ptx::Instruction& instruction) {
  return instruction.opcode == "tcgen05" && instruction.has("ld");
}

// What is open behind the instruction, of what is before it.
void pass(const ptx::Instruction& instruction, OpenRegisters& open) {
  const bool is_load = is_tensor_load(instruction);
  if (instruction.opcode == "tcgen05" && instruction.has("wait::ld") &&
      instruction.guard == ptx::kNone) {
    open.clear();
  }
  each_register_use(instruction, [&](std::uint32_t reg, bool, bool is_written) {
    if (!is_written) return;
    if (is_load) {
      open.insert(reg);
    } else if (instruction.guard == ptx::kNone) {
      open.erase(reg);
    }
  });
}

}  // namespace

void Decoder::find_tensor_load_uses() {
  if (std::ranges::none_of(ptx_->instructions, is_tensor_load)) return;
  std::vector<OpenRegisters> open(flow_.blocks.size());  // where a block begins
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
      OpenRegisters now = open[block];
      for (std::uint32_t i = flow_.blocks[block].first; i < flow_.blocks[block].last; ++i) {
        pass(ptx_->instructions[i], now);
      }
      for (const std::uint32_t next : flow_.blocks[block].successors) {
        const std::size_t before = open[next].size();
        open[next].insert(now.begin(), now.end());
        changed = changed || open[next].size() != before;
      }
    }
  }
  for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
    OpenRegisters now = open[block];
    for (std::uint32_t i = flow_.blocks[block].first; i < flow_.blocks[block].last; ++i) {
      note_early_use(i, now);
      pass(ptx_->instructions[i], now);
    }
  }
}

void Decoder::note_early_use(std::uint32_t instruction, const std::set<std::uint32_t>& open) {
  std::vector<std::uint32_t> slots;
  each_register_use(ptx_->instructions[instruction],
                    [&](std::uint32_t reg, bool is_read, bool is_written) {
                      const bool is_of_interest = is_read || is_written;
                      if (is_of_interest && open.contains(reg)) {
                        slots.push_back(layout_.register_slot(reg, -1));
                      }
                    });
  if (slots.empty()) return;
  watch_early(function_->code[instruction]);
  function_->early_uses.emplace(instruction, std::move(slots));
}

}  // namespace warplens::machine
