// The longest chain of a block's instructions that wait for each other, in measured cycles.
//
//   BlockRun ── registers, predicates                      what an instruction reads
//            ── shared and global memory, by address       a load waits for the store
//            ── barriers, mbarriers, copies                warps wait for each other
//            ──► Chain: the path that ends last
//
// Assumptions of Reading::least, by which it is never above the truth of that block:
// - arithmetic is as instruction_latency.h says; a load that finds what its own lane stored may be
//   a move; local memory may be registers;
// - only accesses to memory wait for a loop's branch, or for the branch around them;
// - what the block loads comes from L1, its sectors for the first time from L2 (never from DRAM,
//   which a launch before may have filled L2 from), no earlier than the first load of them can be
//   issued. Blocks of one SM begin together: none has brought them there before.
// - a barrier takes what it takes for one warp.
// Nothing waits for a unit that is busy: that is viz/analysis/limits.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kernels/machine/program/source_line.h"
#include "viz/latency/block_run.h"
#include "viz/latency/instruction_latency.h"

namespace warplens::latency {

// What a step of the chain takes its cycles for.
enum class StepKind : std::uint8_t { arithmetic, exchange, shared, l1, l2, atomic, copy, barrier };
inline constexpr std::size_t kStepKinds = 8;

struct ChainStep {
  std::size_t record = 0;  // of BlockRun::records()
  StepKind kind = StepKind::arithmetic;
  double begin = 0, cycles = 0;
};

// The steps of one PTX instruction, together.
struct ChainLine {
  const ptx::Instruction* instruction = nullptr;
  machine::SourceLine source;
  StepKind kind = StepKind::arithmetic;
  std::uint64_t times = 0;
  double cycles = 0;
  // The instruction that it waits for on the chain, most often; null: for none.
  const ptx::Instruction* waits_for = nullptr;
};

struct Chain {
  double cycles = 0;
  std::vector<ChainStep> steps;        // in the order of time
  std::vector<ChainLine> lines;        // most cycles first
  std::set<std::string> not_measured;  // rows, or mnemonics, that count as nothing
  bool is_cut = false;                 // the block has more than was kept

  [[nodiscard]] double cycles_of(StepKind kind) const;
};

// first: sectors come from L2 the first time. next: of a block after another on its SM, which may
// have brought all of them into L1.
enum class Turn : std::uint8_t { first, next };

[[nodiscard]] Chain chain_of(const BlockRun& run, const Latencies& latencies,
                             Reading reading = Reading::least, Turn turn = Turn::first);

}  // namespace warplens::latency
