// An estimate of how long a launch takes, by a small model of one SM: an *estimate*, not a bound.
//
//   ProgramOfBlocks ── four schedulers, in order, a scoreboard of registers ── cycles ── seconds
//                   ── pipes with intervals; one path to shared memory and L1
//                   ── L1 by its sectors; L2 and DRAM as this SM's share of their rates
//
// Blocks that are kept stand for all: they begin together, and the launch takes as many waves as
// its blocks need of all SMs. docs/ESTIMATE.md holds it against recordings.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <stop_token>

#include "viz/analysis/limits/chip.h"
#include "viz/latency/stalls.h"
#include "viz/latency/warp_program.h"

namespace warplens::latency {

struct EstimateInput {
  std::uint64_t blocks = 1;  // of the launch
  double buffer_bytes = 0;   // of all buffers
  const analysis::Chip* chip = nullptr;
  double launch_seconds = 0;
  std::stop_token stop{};               // ends it: what comes back is of no use
  std::atomic<float>* share = nullptr;  // of what the warps execute that is done
};

struct Estimate {
  double seconds = 0;
  double cycles = 0;  // of the kept blocks
  double waves = 1;
  // By instruction (InstructionRecords::instruction()).
  std::map<std::uint32_t, Stalls> stalls;
};

[[nodiscard]] Estimate estimate(const ProgramOfBlocks& program, const Latencies& latencies,
                                const EstimateInput& input);

}  // namespace warplens::latency
