// The least time of a launch whose blocks are limited by latency: however many units are idle, a
// block takes no less than its chain.
//
//   Chain of a block ── blocks that an SM holds at once ── Little's law ──► cycles, seconds
//
// The launch takes as many waves as its blocks need of all SMs, each as long as that chain (in a
// wave behind the first all it loads may be in L1). The block that is looked at stands for all.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/analysis/limits/chip.h"
#include "viz/latency/chain.h"

namespace warplens::latency {

struct LaunchShape {
  std::uint64_t blocks = 1;
  std::uint32_t warps = 1;                         // a block
  std::optional<std::uint32_t> blocks_an_sm = {};  // resident; nothing: not known
};

struct LeastLatency {
  double chain_cycles = 0;           // of a block in the first wave
  double next_chain_cycles = 0;      // in each further one
  std::uint64_t waves = 1;           // 1 where it is not known how many blocks an SM holds
  std::uint32_t resident_warps = 0;  // of an SM, as far as there are blocks; 0: not known
  double seconds = 0;
};

[[nodiscard]] LeastLatency least_latency(const Chain& first, const Chain& next,
                                         const LaunchShape& launch, const analysis::Chip& chip);

}  // namespace warplens::latency
