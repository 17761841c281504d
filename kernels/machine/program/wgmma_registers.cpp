#include "kernels/machine/program/wgmma_registers.h"

#include <algorithm>
#include <map>
#include <optional>

#include "kernels/machine/program/register_use.h"

namespace warplens::machine {
namespace {

using ptx::Instruction;
using ptx::Operand;
using Fault = EarlyUse::Fault;

constexpr std::uint32_t kMostLeft = 7;  // groups, by a wait (PTX ISA)

// Of a wgmma that may still be under way, on every path.
struct OpenUse {
  std::uint32_t instruction = 0;
  std::uint32_t commits = 0;  // since, its own among them; 0: it belongs to no group yet
  bool is_sum = false;        // otherwise it is only read
  friend bool operator==(const OpenUse&, const OpenUse&) = default;
};

struct RegisterState {
  std::optional<std::uint32_t> unfenced;  // who wrote it since the last fence
  std::optional<OpenUse> open;
  [[nodiscard]] bool is_empty() const { return !unfenced && !open; }
  friend bool operator==(const RegisterState&, const RegisterState&) = default;
};
using Registers = std::map<std::uint32_t, RegisterState>;  // no empty ones

// What holds on both paths.
RegisterState both(const RegisterState& a, const RegisterState& b) {
  RegisterState state;
  if (a.unfenced && b.unfenced) state.unfenced = std::min(*a.unfenced, *b.unfenced);
  if (a.open && b.open) {
    state.open =
        OpenUse{std::min(a.open->instruction, b.open->instruction),
                std::max(a.open->commits, b.open->commits), a.open->is_sum && b.open->is_sum};
  }
  return state;
}

Registers both(const Registers& a, const Registers& b) {
  Registers joined;
  for (const auto& [reg, state] : a) {
    const auto other = b.find(reg);
    if (other == b.end()) continue;
    const RegisterState common = both(state, other->second);
    if (!common.is_empty()) joined[reg] = common;
  }
  return joined;
}

bool is_wgmma(const Instruction& instruction, std::string_view action) {
  return instruction.opcode == "wgmma" && !instruction.modifiers.empty() &&
         instruction.modifiers.front() == action;
}

// Those of a wgmma's vectors, and those that they are copied from and to.
std::vector<bool> registers_of_wgmma(const ptx::Function& function) {
  std::vector<bool> are(function.registers.size());
  for (const Instruction& instruction : function.instructions) {
    if (!is_wgmma(instruction, "mma_async")) continue;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, instruction.operands.size()); ++i) {
      if (instruction.operands[i].kind != Operand::Kind::vector) continue;
      each_register(instruction.operands[i], [&](std::uint32_t reg) { are[reg] = true; });
    }
  }
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const Instruction& instruction : function.instructions) {
      if (instruction.opcode != "mov") continue;
      bool is_one = false, is_all = true;
      each_register_use(instruction, [&](std::uint32_t reg, bool, bool) {
        (are[reg] ? is_one : is_all) = are[reg];
      });
      if (!is_one || is_all) continue;
      each_register_use(instruction, [&](std::uint32_t reg, bool, bool) { are[reg] = true; });
      has_grown = true;
    }
  }
  return are;
}

class Walk {
 public:
  Walk(Registers registers, const std::vector<bool>& tracked)
      : registers_(std::move(registers)), tracked_(&tracked) {}
  [[nodiscard]] const Registers& registers() const { return registers_; }

  std::optional<EarlyUse> step(std::uint32_t index, const Instruction& instruction) {
    if (instruction.opcode == "mov") return rename(instruction), std::nullopt;
    if (is_wgmma(instruction, "mma_async")) return multiply(index, instruction);
    if (is_wgmma(instruction, "fence")) {
      return change([](RegisterState& state) { state.unfenced.reset(); }), std::nullopt;
    }
    if (is_wgmma(instruction, "commit_group")) return commit(), std::nullopt;
    if (is_wgmma(instruction, "wait_group")) return wait(instruction), std::nullopt;
    return use(index, instruction);
  }

 private:
  template <class Change>
  void change(Change act) {
    for (auto entry = registers_.begin(); entry != registers_.end();) {
      act(entry->second);
      entry = entry->second.is_empty() ? registers_.erase(entry) : std::next(entry);
    }
  }

  void commit() {
    change([](RegisterState& state) {
      if (state.open) state.open->commits = std::min(state.open->commits + 1, kMostLeft + 1);
    });
  }

  void wait(const Instruction& instruction) {
    const std::uint64_t left = instruction.operands.empty() ? 0 : instruction.operands[0].bits;
    change([&](RegisterState& state) {
      if (state.open && state.open->commits > left) state.open.reset();
    });
  }

  // Packing and unpacking, too: the value stays where it is.
  void rename(const Instruction& instruction) {
    std::optional<RegisterState> source;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
      each_register(instruction.operands[i], [&](std::uint32_t reg) {
        const auto found = registers_.find(reg);
        if (found != registers_.end()) source = found->second;
      });
    }
    if (instruction.operands.empty() || instruction.guard != ptx::kNone) return;
    each_register(instruction.operands[0], [&](std::uint32_t reg) {
      registers_.erase(reg);
      if (source) registers_[reg] = *source;
    });
  }

  std::optional<EarlyUse> multiply(std::uint32_t index, const Instruction& instruction) {
    std::optional<EarlyUse> found;
    const auto take = [&](const Operand& operand, bool is_sum) {
      each_register(operand, [&](std::uint32_t reg) {
        RegisterState& state = registers_[reg];
        if (state.unfenced && !found) found = EarlyUse{index, *state.unfenced, Fault::unfenced};
        if (!is_sum && state.open && state.open->is_sum && !found) {
          found = EarlyUse{index, state.open->instruction, Fault::open};
        }
        state = {.unfenced = {}, .open = OpenUse{index, 0, is_sum}};
      });
    };
    if (instruction.operands.size() < 2) return found;
    if (instruction.operands[1].kind == Operand::Kind::vector) take(instruction.operands[1], false);
    take(instruction.operands[0], true);
    return found;
  }

  std::optional<EarlyUse> use(std::uint32_t index, const Instruction& instruction) {
    std::optional<EarlyUse> found;
    std::vector<std::uint32_t> written;
    each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool is_written) {
      if (is_written) written.push_back(reg);
      const auto state = registers_.find(reg);
      if (state == registers_.end() || !state->second.open || found) return;
      const OpenUse& open = *state->second.open;
      if (is_written || (is_read && open.is_sum)) {
        found = EarlyUse{index, open.instruction, Fault::open};
      }
    });
    if (instruction.guard != ptx::kNone) return found;
    for (const std::uint32_t reg : written) {
      if ((*tracked_)[reg]) registers_[reg] = {.unfenced = index, .open = {}};
    }
    return found;
  }

  Registers registers_;
  const std::vector<bool>* tracked_;
};

class Paths {
 public:
  Paths(const ptx::Function& function, const ptx::ControlFlow& flow)
      : function_(function),
        flow_(flow),
        tracked_(registers_of_wgmma(function)),
        begins_(flow.blocks.size()) {}

  std::vector<EarlyUse> find() {
    if (flow_.blocks.empty()) return {};
    begins_[0] = Registers();
    std::vector<std::uint32_t> changed{0};
    while (!changed.empty()) {
      const std::uint32_t block = changed.back();
      changed.pop_back();
      const Registers end = walk(block, nullptr);
      for (const std::uint32_t next : flow_.blocks[block].successors) {
        if (join(next, end)) changed.push_back(next);
      }
    }
    std::vector<EarlyUse> found;
    for (std::uint32_t block = 0; block < begins_.size(); ++block) {
      if (begins_[block]) static_cast<void>(walk(block, &found));
    }
    return found;
  }

 private:
  Registers walk(std::uint32_t block, std::vector<EarlyUse>* found) const {
    Walk walk(*begins_[block], tracked_);
    for (std::uint32_t i = flow_.blocks[block].first; i < flow_.blocks[block].last; ++i) {
      const auto use = walk.step(i, function_.instructions[i]);
      if (use && found != nullptr) found->push_back(*use);
    }
    return walk.registers();
  }

  // Whether less holds there than before.
  bool join(std::uint32_t block, const Registers& end) {
    std::optional<Registers>& begin = begins_[block];
    Registers joined = begin ? both(*begin, end) : end;
    if (begin && joined == *begin) return false;
    begin = std::move(joined);
    return true;
  }

  const ptx::Function& function_;
  const ptx::ControlFlow& flow_;
  std::vector<bool> tracked_;
  std::vector<std::optional<Registers>> begins_;  // of blocks that are reached
};

}  // namespace

std::vector<EarlyUse> find_early_uses(const ptx::Function& function, const ptx::ControlFlow& flow) {
  const bool multiplies = std::ranges::any_of(
      function.instructions,
      [](const Instruction& instruction) { return is_wgmma(instruction, "mma_async"); });
  return multiplies ? Paths(function, flow).find() : std::vector<EarlyUse>();
}

}  // namespace warplens::machine
