// The least work that a launch asks of a chip's units, whatever an assembler makes of its PTX.
//
//   Trace (RunOptions::counts_launch) ──► LaunchDemand ──► limits.h
//
// Never above the truth:
// - ptxas may fuse up to 16 bytes of neighbouring accesses into one. A site of which every kept
//   event has such a neighbour (fusable_sites.h) counts as if it always did: width / 16 of its
//   requests, wavefronts and stored sectors. The others count as they are, conflicts included.
// - A global load asks L1's data stage for the wavefronts of kernels/cost/l1_wavefronts.h, another
//   access for one a request, and one for each 128 distinct bytes.
// - L2 gives every sector that is read once (what comes again may come from L1, but for loads that
//   pass it: .cg, .volatile), and takes every sector that is stored or updated.
// - FP32, FP16, FP64: an addition and a multiplication whose rounding PTX leaves open may become
//   one.
// - Integers are in none, since they are what addresses and trip counts are made of: sass_work.h
// has
//   them.
// - Bytes of shared memory are those that lanes ask for, and 128 a wavefront at most: where a
//   wavefront serves lanes that share their words. wgmma and TMA's stores read it, too; what TMA's
//   loads write takes no wavefront (tests/probes/shared_reads.py).
// - Local memory is counted beside, since ptxas may keep a variable in registers.
// - Of all issue slots those of arithmetic, exchanges and accesses: the rest may be dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/limits/work.h"

namespace warplens::analysis {

// The longest chain of one block's instructions that wait for each other (viz/latency/chain.h).
struct ChainCycles {
  std::uint32_t capability = 0;  // whose latencies they are: 10 × major + minor
  double first = 0;              // in a block whose data are in L2
  double next = 0;               // in one that may find them in L1
  // Lines of 128 bytes that it waits for DRAM to bring if L2 holds nothing, in an average block;
  // so many at once (viz/latency/dram_lines.h).
  double dram_lines = 0, lines_at_once = 1;
  friend bool operator==(const ChainCycles&, const ChainCycles&) = default;
};

// What accesses take of memory's units.
struct AccessAmounts {
  std::uint64_t l1_wavefronts = 0, shared_wavefronts = 0, requests = 0, l2_bytes = 0;
  friend bool operator==(const AccessAmounts&, const AccessAmounts&) = default;
};

// What a PTX line's accesses take beyond LaunchDemand's figures if ptxas has not made them wider.
struct NarrowAccesses {
  std::uint32_t ptx_line = 0;
  std::uint32_t width = 4;  // bytes a lane in the PTX
  AccessAmounts more;
  friend bool operator==(const NarrowAccesses&, const NarrowAccesses&) = default;
};

struct LaunchDemand {
  std::string entry{};
  std::uint64_t blocks = 1;
  std::uint64_t threads = 1;               // a block
  std::uint64_t dynamic_shared_bytes = 0;  // a block, beside those that ptxas reports
  // Bytes of distinct sectors of global memory.
  std::uint64_t fetched_bytes = 0, written_bytes = 0;
  std::uint64_t updated_bytes = 0;      // of them, in both
  std::uint64_t l2_bytes = 0;           // between L1 and L2
  std::uint64_t l1_wavefronts = 0;      // of global accesses
  std::uint64_t shared_wavefronts = 0;  // and of shared ones
  std::uint64_t shared_bytes = 0;       // that lanes ask of shared memory
  std::uint64_t requests = 0;           // to load-store units
  std::uint64_t flop = 0;               // FP32, of whole warps; a multiply-add is two
  std::uint64_t issued = 0;             // warp instructions of all kinds
  WorkAmounts work{};
  bool is_of_sass = false;  // work and issue slots are those of ptxas's instructions (sass_work.h)
  std::vector<trace::BlockExecutions> executed{};  // of its PTX
  std::uint64_t atomic_sectors = 0;  // that atomics of global memory update, each time
  // One after the other, on the word that has most of them.
  std::uint64_t most_updates = 0, most_float_updates = 0;
  // Of the PTX's local memory, in none of the figures above: ptxas decides what of it stays.
  std::uint64_t local_requests = 0, local_bytes = 0;
  std::vector<NarrowAccesses> narrow{};
  std::vector<ChainCycles> chains{};  // of those capabilities whose latencies are known
  std::uint32_t blocks_an_sm = 0;     // resident at once; 0: not known
  [[nodiscard]] std::uint64_t of(Work kind) const { return work[static_cast<std::size_t>(kind)]; }
  friend bool operator==(const LaunchDemand&, const LaunchDemand&) = default;
};

// Nothing if the launch was not counted.
[[nodiscard]] std::optional<LaunchDemand> launch_demand(const trace::Trace& trace);

}  // namespace warplens::analysis
