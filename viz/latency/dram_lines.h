// How many lines a chain must wait for DRAM to bring, whatever L2 kept from a launch before.
//
//   lines that the launch fetches − lines that L2 holds        that DRAM brings, of all blocks
//   ÷ blocks − lines that a block touches beside its chain  ──► that an average chain waits for
//
// A line is 128 bytes; DRAM may bring all of it at once. It is the chain's where each sector of it
// that the block touches is there first for a load on the chain. A launch lasts as long as an
// average block at least.
#pragma once

#include <optional>

#include "viz/latency/chain.h"

namespace warplens::latency {

struct ChainLines {
  std::uint64_t waited_for = 0, beside = 0;
  std::uint64_t most_at_once = 1;  // that one instruction of the chain waits for
};

// Nothing where the block has copies or fetches whose lines no event tells of.
[[nodiscard]] std::optional<ChainLines> chain_lines(const BlockRun& run, const Chain& chain);

// That an average block waits for if L2 holds nothing. `fetched`: the launch's bytes.
[[nodiscard]] double lines_from_dram(const ChainLines& lines, std::uint64_t fetched,
                                     std::uint64_t blocks);

}  // namespace warplens::latency
