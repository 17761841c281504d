#include "viz/latency/chain.h"

#include <algorithm>
#include <map>

#include "viz/latency/chain_builder.h"

namespace warplens::latency {
namespace {

constexpr int kMostRounds = 6;

std::vector<ChainStep> path_to(const ChainBuilder& builder) {
  std::vector<ChainStep> steps;
  for (std::uint32_t node = builder.end().node; node != kNoNode;) {
    const ChainNode& at = builder.nodes()[node];
    steps.push_back({at.record, at.kind, at.begin, at.cycles});
    node = at.before;
  }
  std::ranges::reverse(steps);
  return steps;
}

const ptx::Instruction* instruction_of(const BlockRun& run, const ChainStep& step) {
  return run.instructions->instruction(run.records()[step.record].instruction);
}

std::vector<ChainLine> lines_of(const BlockRun& run, const std::vector<ChainStep>& steps) {
  std::map<std::pair<const ptx::Instruction*, StepKind>, ChainLine> lines;
  std::map<std::pair<const ptx::Instruction*, StepKind>,
           std::map<const ptx::Instruction*, std::uint64_t>>
      waits;
  const ptx::Instruction* before = nullptr;
  for (const ChainStep& step : steps) {
    const ptx::Instruction* instruction = instruction_of(run, step);
    ChainLine& line = lines[{instruction, step.kind}];
    line.instruction = instruction;
    line.kind = step.kind;
    ++line.times;
    line.cycles += step.cycles;
    const std::uint64_t count = ++waits[{instruction, step.kind}][before];
    if (count >= waits[{instruction, step.kind}][line.waits_for]) line.waits_for = before;
    before = instruction;
  }
  std::vector<ChainLine> all;
  for (auto& [key, line] : lines) {
    line.source = machine::source_line(*run.instructions->program(), *line.instruction);
    all.push_back(std::move(line));
  }
  std::ranges::sort(all, [](const ChainLine& a, const ChainLine& b) {
    return a.cycles != b.cycles ? a.cycles > b.cycles
                                : a.instruction->ptx_line < b.instruction->ptx_line;
  });
  return all;
}

}  // namespace

double Chain::cycles_of(StepKind kind) const {
  double sum = 0;
  for (const ChainLine& line : lines) sum += line.kind == kind ? line.cycles : 0;
  return sum;
}

Chain chain_of(const BlockRun& run, const Latencies& latencies, Reading reading, Turn turn) {
  ChainBuilder built(run, latencies, reading, nullptr);
  built.build();
  // Each time the first loads are known to be later.
  for (int round = 0; turn == Turn::first && round < kMostRounds; ++round) {
    const double before = built.end().at;
    const FirstLoads loads = built.loads();
    built = ChainBuilder(run, latencies, reading, &loads);
    built.build();
    if (round > 0 && built.end().at <= before) break;
  }
  Chain chain;
  chain.cycles = built.end().at;
  chain.steps = path_to(built);
  chain.lines = lines_of(run, chain.steps);
  chain.not_measured = built.not_measured();
  chain.is_cut = run.is_cut();
  return chain;
}

}  // namespace warplens::latency
