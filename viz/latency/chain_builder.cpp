#include "viz/latency/chain_builder.h"

#include <algorithm>

#include "kernels/machine/program/register_use.h"

namespace warplens::latency {
namespace {

using ptx::Instruction;

bool is_memory(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return opcode == "ld" || opcode == "ldu" || opcode == "st" || opcode == "atom" ||
         opcode == "red" || opcode == "ldmatrix" || opcode == "stmatrix" || opcode == "cp";
}

// Lanes of a warp act together there, or threads of a block.
bool is_meeting(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return opcode == "bar" || opcode == "barrier" || opcode == "mbarrier" || opcode == "shfl" ||
         opcode == "vote" || opcode == "redux" || opcode == "match" || opcode == "wgmma";
}

bool is_branch(const Instruction& instruction) {
  return instruction.opcode == "bra" || instruction.opcode == "brx";
}

StepKind kind_of_step(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  const bool is_exchange =
      opcode == "shfl" || opcode == "vote" || opcode == "redux" || opcode == "match";
  return is_exchange ? StepKind::exchange : StepKind::arithmetic;
}

}  // namespace

ChainBuilder::ChainBuilder(const BlockRun& run, const Latencies& latencies, Reading reading,
                           const FirstLoads* first)
    : run_(&run),
      latencies_(&latencies),
      reading_(reading),
      first_(first),
      warps_(run.trace->launch.warps_per_block()) {}

void ChainBuilder::build() {
  const auto& records = run_->records();
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    settle_barriers(records[i].barriers);
    at_record_ = i;
    step(i);
  }
  settle_barriers(run_->barriers->all().size());
  for (const WarpState& warp : warps_) {
    end_ = later(end_, later(warp.issued, warp.behind.of(~0u)));
  }
}

void ChainBuilder::step(std::uint32_t index) {
  const auto& records = run_->records();
  Step step;
  step.index = index;
  step.record = &records[index];
  step.instruction = run_->instructions->instruction(step.record->instruction);
  if (step.instruction == nullptr || step.record->warp >= warps_.size()) return;
  last_record_[step.instruction] = index;
  if (is_branch(*step.instruction)) return branch(step);
  if (step.record->mask == 0) return;
  step.ready = operands(step, step.record->mask);
  step.start = step.ready;
  if (is_memory(*step.instruction)) {
    step.first_row = step.record->events;
    step.end_row =
        index + 1 < records.size() ? records[index + 1].events : run_->trace->events.size();
    return access(step);
  }
  if (is_meeting(*step.instruction)) step.start = ordered(step);
  arithmetic(step);
}

// Registers of different functions are different ones.
std::uint64_t ChainBuilder::function_key(const Step& step) {
  const ptx::Function* function = run_->instructions->function(step.record->instruction);
  return std::uint64_t{
             functions_.try_emplace(function, static_cast<std::uint32_t>(functions_.size()))
                 .first->second}
         << 32;
}

Moment ChainBuilder::operands(const Step& step, std::uint32_t mask) {
  Moment latest;
  const std::uint64_t function = function_key(step);
  machine::each_register_use(*step.instruction,
                             [&](std::uint32_t reg, bool is_read, bool /*is_written*/) {
                               if (!is_read) return;
                               const auto found = warp(step).registers.find(function | reg);
                               if (found != warp(step).registers.end())
                                 latest = later(latest, found->second.of(mask));
                             });
  return latest;
}

void ChainBuilder::write_results(const Step& step, const Moment& moment) {
  const std::uint64_t function = function_key(step);
  machine::each_register_use(
      *step.instruction, [&](std::uint32_t reg, bool /*is_read*/, bool is_written) {
        if (is_written) {
          warp(step).registers[function | reg].set(step.record->mask, moment);
        }
      });
}

// A loop's branch holds up all that comes behind it; one ahead, what it may leave out.
void ChainBuilder::branch(const Step& step) {
  const Moment decided = operands(step, step.record->present);
  if (decided.at <= 0) return;
  const ptx::Function* function = run_->instructions->function(step.record->instruction);
  const auto own = static_cast<std::uint32_t>(step.instruction - function->instructions.data());
  const bool is_plain = step.instruction->opcode == "bra" && !step.instruction->operands.empty();
  const std::uint32_t target = is_plain ? step.instruction->operands[0].index : own;
  if (target <= own) {
    warp(step).behind.raise(step.record->present, decided);
    return;
  }
  const std::uint32_t first = step.record->instruction;
  Ahead& ahead = warp(step).ahead[first];
  ahead.from = first;
  ahead.to = first + (target - own);
  ahead.moments.set(step.record->present, decided);
}

// Its registers, what its warp has waited for, and the branches that it is behind.
Moment ChainBuilder::ordered(const Step& step) {
  const std::uint32_t mask = step.record->mask, at = step.record->instruction;
  Moment start = later(step.ready, warp(step).behind.of(mask));
  for (const auto& [from, ahead] : warp(step).ahead) {
    if (ahead.from < at && at < ahead.to) start = later(start, ahead.moments.of(mask));
  }
  return start;
}

double ChainBuilder::cycles_of(std::string_view row) {
  const auto cycles = latencies_->of(row);
  if (!cycles) not_measured_.emplace(row);
  return cycles.value_or(0);
}

// What takes no time is no node: what waits for it waits for what it waited for.
Moment ChainBuilder::add_node(const Step& step, StepKind kind, const Moment& from, double cycles) {
  if (cycles <= 0) return from;
  nodes_.push_back({step.index, from.node, kind, from.at, cycles});
  return {from.at + cycles, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

Moment ChainBuilder::take(const Step& step, StepKind kind, const Moment& from, double cycles) {
  const Moment done = add_node(step, kind, from, cycles);
  write_results(step, done);
  return done;
}

void ChainBuilder::arithmetic(const Step& step) {
  const InstructionLatency taken = instruction_latency(*step.instruction, *latencies_, reading_);
  if (!taken.is_known) not_measured_.insert(latency_row(*step.instruction));
  take(step, kind_of_step(*step.instruction), step.start, taken.cycles);
}

}  // namespace warplens::latency
