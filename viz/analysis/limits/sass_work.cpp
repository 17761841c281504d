#include "viz/analysis/limits/sass_work.h"

#include <algorithm>
#include <array>
#include <map>

#include "kernels/sass/instruction.h"

namespace warplens::analysis {
namespace {

struct Operation {
  std::string_view name;
  Work work;
};
constexpr std::array kOperations = {
    Operation{"FFMA", Work::fp32},
    Operation{"FADD", Work::fp32},
    Operation{"FMUL", Work::fp32},
    Operation{"HFMA2", Work::fp16},
    Operation{"HADD2", Work::fp16},
    Operation{"HMUL2", Work::fp16},
    Operation{"DFMA", Work::fp64},
    Operation{"DADD", Work::fp64},
    Operation{"DMUL", Work::fp64},
    Operation{"MUFU", Work::special},
    Operation{"POPC", Work::special},
    Operation{"FLO", Work::special},
    Operation{"BREV", Work::special},
    Operation{"F2I", Work::special},
    Operation{"I2F", Work::special},
    Operation{"F2F", Work::special},
    Operation{"FRND", Work::special},
    Operation{"IMAD", Work::integer_multiply},
    Operation{"IDP", Work::integer_multiply},
    Operation{"IADD3", Work::alu},
    Operation{"LOP3", Work::alu},
    Operation{"SHF", Work::alu},
    Operation{"LEA", Work::alu},
    Operation{"ISETP", Work::alu},
    Operation{"IMNMX", Work::alu},
    Operation{"VIMNMX", Work::alu},
    Operation{"SEL", Work::alu},
    Operation{"FSEL", Work::alu},
    Operation{"FSETP", Work::alu},
    Operation{"FMNMX", Work::alu},
    Operation{"HMNMX2", Work::alu},
    Operation{"PRMT", Work::alu},
    Operation{"BMSK", Work::alu},
    Operation{"SGXT", Work::alu},
    Operation{"VABSDIFF", Work::alu},
    Operation{"I2FP", Work::alu},
    Operation{"F2FP", Work::alu},
    Operation{"IABS", Work::alu},
    Operation{"SHFL", Work::shuffle},
    Operation{"REDUX", Work::reduction},
    Operation{"MATCH", Work::reduction},
    Operation{"TEX", Work::texture},
    Operation{"TLD4", Work::texture},
    Operation{"UIADD3", Work::uniform},
    Operation{"ULOP3", Work::uniform},
    Operation{"USHF", Work::uniform},
    Operation{"ULEA", Work::uniform},
    Operation{"UISETP", Work::uniform},
    Operation{"UIMAD", Work::uniform},
    Operation{"UMOV", Work::uniform},
    Operation{"USEL", Work::uniform},
    Operation{"UPRMT", Work::uniform},
};

// What counts of an instruction: a Work, and as the last one an issue slot.
constexpr std::size_t kIssue = kWorks;
using Slots = std::array<double, kWorks + 1>;

// A straight run of code, its instructions by the PTX line that they stand for.
struct Run {
  std::map<std::uint32_t, std::vector<const sass::ListedInstruction*>> lines;
  bool is_in_loop = false;
};

bool is_never_run(const sass::ListedInstruction& instruction) {
  return sass::predicate_of(instruction) == "!PT";
}

std::map<std::uint32_t, Run> runs_of(const sass::ListedFunction& function) {
  std::map<std::uint32_t, Run> runs;
  for (const sass::ListedInstruction& instruction : function.instructions) {
    if (is_never_run(instruction)) continue;
    Run& run = runs[instruction.straight_run];
    run.lines[instruction.ptx_line].push_back(&instruction);
    run.is_in_loop = run.is_in_loop || instruction.is_in_loop;
  }
  return runs;
}

using Blocks = std::vector<trace::BlockExecutions>;

// nullptr: of a block that nobody executed, or of none.
const trace::BlockExecutions* block_of(const Blocks& blocks, std::uint32_t line) {
  const auto found = std::ranges::find_if(blocks, [&](const trace::BlockExecutions& block) {
    return line >= block.first_line && line <= block.last_line;
  });
  return found == blocks.end() ? nullptr : &*found;
}

// The block that most of the run's instructions stand for.
const trace::BlockExecutions* owner_of(const Run& run, const Blocks& blocks) {
  std::map<const trace::BlockExecutions*, std::size_t> votes;
  for (const auto& [line, instructions] : run.lines) {
    if (const auto* block = block_of(blocks, line)) votes[block] += instructions.size();
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? nullptr : most->first;
}

// How often the instruction that stands there most often does.
std::size_t most_alike(const std::vector<const sass::ListedInstruction*>& instructions) {
  std::map<std::string_view, std::size_t> alike;
  std::size_t most = 0;
  for (const auto* one : instructions) most = std::max(most, ++alike[sass::opcode_of(*one)]);
  return most;
}

// How many copies of its block's body a run holds: what most of the block's lines say.
double copies_in(const Run& run, const trace::BlockExecutions& owner) {
  std::map<std::size_t, std::size_t> said;
  for (const auto& [line, instructions] : run.lines) {
    if (line >= owner.first_line && line <= owner.last_line) ++said[most_alike(instructions)];
  }
  const auto most = std::ranges::max_element(said, {}, [](const auto& one) { return one.second; });
  return most == said.end() ? 1 : static_cast<double>(most->first);
}

Slots slots_of(const std::vector<const sass::ListedInstruction*>& instructions) {
  Slots slots{};
  for (const auto* one : instructions) {
    if (!sass::predicate_of(*one).empty()) continue;
    slots[kIssue] += 1;
    const auto slot = sass_slot(sass::opcode_of(*one));
    if (slot) slots[static_cast<std::size_t>(slot->work)] += slot->slots;
  }
  return slots;
}

// Times that each block's lines take slots; of a line in several runs the least.
class LeastSlots {
 public:
  explicit LeastSlots(const Blocks& blocks) : blocks_(blocks) {
    for (const trace::BlockExecutions& block : blocks) {
      once_ = once_ == 0 ? static_cast<double>(block.times) : once_;
    }
  }

  void add(const Run& run) {
    const trace::BlockExecutions* owner = owner_of(run, blocks_);
    if (owner == nullptr) return;
    const double turns = static_cast<double>(owner->times) / copies_in(run, *owner);
    const double times = run.is_in_loop ? turns : std::min(turns, once_);
    for (const auto& [line, instructions] : run.lines) {
      keep_least({owner, line}, slots_of(instructions), times);
    }
  }

  [[nodiscard]] Slots sum() const {
    Slots all{};
    for (const auto& [place, slots] : least_) {
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += slots[i];
    }
    return all;
  }

 private:
  using Place = std::pair<const trace::BlockExecutions*, std::uint32_t>;

  void keep_least(const Place& place, Slots slots, double times) {
    for (double& one : slots) one *= times;
    const auto [found, is_new] = least_.emplace(place, slots);
    if (is_new) return;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      found->second[i] = std::min(found->second[i], slots[i]);
    }
  }

  const Blocks& blocks_;
  double once_ = 0;  // executions of the first block: every warp's
  std::map<Place, Slots> least_;
};

// Whether the line's accesses are as wide as in the PTX, all of them.
bool is_as_narrow(const NarrowAccesses& accesses, const sass::ListedFunction& function) {
  bool is_there = false;
  for (const sass::ListedInstruction& instruction : function.instructions) {
    if (instruction.ptx_line != accesses.ptx_line || is_never_run(instruction)) continue;
    const auto access = sass::access_of(sass::instruction_of(instruction.text));
    if (!access) continue;
    if (access->width != accesses.width) return false;
    is_there = true;
  }
  return is_there;
}

void add_amounts(const AccessAmounts& more, LaunchDemand& demand) {
  demand.l1_wavefronts += more.l1_wavefronts;
  demand.shared_wavefronts += more.shared_wavefronts;
  demand.requests += more.requests;
  demand.l2_bytes += more.l2_bytes;
}

}  // namespace

std::optional<SassSlot> sass_slot(std::string_view opcode) {
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const auto* const found = std::ranges::find(kOperations, name, &Operation::name);
  if (found == kOperations.end()) return std::nullopt;
  const bool is_long =
      name == "IMAD" && (opcode.starts_with("IMAD.WIDE") || opcode.starts_with("IMAD.HI"));
  return SassSlot{found->work, is_long ? 2u : 1u};
}

LaunchDemand with_sass(const LaunchDemand& demand, const sass::ListedFunction& function) {
  if (demand.executed.empty()) return demand;
  LeastSlots least(demand.executed);
  for (const auto& [number, run] : runs_of(function)) least.add(run);
  const Slots slots = least.sum();
  const auto more = [](std::uint64_t known, double counted) {
    return std::max(known, static_cast<std::uint64_t>(counted));
  };
  LaunchDemand result = demand;
  for (const NarrowAccesses& accesses : demand.narrow) {
    if (is_as_narrow(accesses, function)) add_amounts(accesses.more, result);
  }
  for (std::size_t i = 0; i < kWorks; ++i) result.work[i] = more(demand.work[i], slots[i]);
  result.issued = more(demand.issued, slots[kIssue]);
  result.is_of_sass = true;
  return result;
}

}  // namespace warplens::analysis
