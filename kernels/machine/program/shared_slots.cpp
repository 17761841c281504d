#include "kernels/machine/program/shared_slots.h"

#include <algorithm>
#include <map>

#include "kernels/machine/program/frame_layout.h"
#include "kernels/machine/program/register_use.h"

namespace warplens::machine {
namespace {

// The instructions from the first to the last that name a register.
struct Span {
  std::uint32_t first = kNoIndex, last = 0;
  bool shares = true;
};

class Spans {
 public:
  Spans(const ptx::Function& function, const ptx::ControlFlow& flow)
      : flow_(&flow), spans_(function.registers.size()) {
    for (std::size_t reg = 0; reg < spans_.size(); ++reg) {
      spans_[reg].shares = function.registers[reg].vector_width <= 1;
    }
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      add(function.instructions[i], i);
    }
  }
  [[nodiscard]] const Span& operator[](std::uint32_t reg) const { return spans_[reg]; }

 private:
  void add(const ptx::Instruction& instruction, std::uint32_t at) {
    each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool) {
      Span& span = spans_[reg];
      const bool is_first = span.first == kNoIndex;
      if (is_first) span.first = at;
      span.last = at;
      const bool is_made = !is_read && instruction.guard == ptx::kNone;
      // Named again by the instruction that makes it, it was read there before.
      if (is_first ? !is_made : span.first == at && is_read) span.shares = false;
      if (flow_->block_of[span.first] != flow_->block_of[at]) span.shares = false;
    });
    const std::string& opcode = instruction.opcode;
    if (opcode != "atom" && opcode != "red" && opcode != "mbarrier") return;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind != ptx::Operand::Kind::memory) continue;
      each_register(operand, [&](std::uint32_t reg) { spans_[reg].shares = false; });
    }
  }

  const ptx::ControlFlow* flow_;
  std::vector<Span> spans_;
};

}  // namespace

std::vector<std::uint32_t> share_slots(const ptx::Function& function,
                                       const ptx::ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function.registers.size());
  std::vector<std::uint32_t> slots(count);
  for (std::uint32_t reg = 0; reg < count; ++reg) slots[reg] = reg;
  if (std::ranges::any_of(function.instructions, reads_clock)) return slots;
  const Spans spans(function, flow);
  std::map<std::uint32_t, std::vector<std::uint32_t>> free;  // by bytes of a value
  const auto free_for = [&](std::uint32_t reg) -> std::vector<std::uint32_t>& {
    return free[slot_bytes(function.registers[reg].type)];
  };
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const auto each_shared = [&](const auto& visit) {
      each_register_use(function.instructions[i], [&](std::uint32_t reg, bool, bool is_written) {
        if (spans[reg].shares) visit(reg, is_written);
      });
    };
    each_shared([&](std::uint32_t reg, bool is_written) {
      std::vector<std::uint32_t>& there = free_for(reg);
      if (!is_written || spans[reg].first != i || there.empty()) return;
      slots[reg] = there.back();
      there.pop_back();
    });
    // Only then: what an instruction makes never takes the place of what it reads.
    std::vector<std::uint32_t> used_up;
    each_shared([&](std::uint32_t reg, bool) {
      if (spans[reg].last == i && std::ranges::find(used_up, reg) == used_up.end()) {
        used_up.push_back(reg);
      }
    });
    for (const std::uint32_t reg : used_up) free_for(reg).push_back(slots[reg]);
  }
  return slots;
}

}  // namespace warplens::machine
