// The least time that each unit of a chip needs for a run: which of them limits it.
//
//   LaunchDemand (a launch each) ── Chip ──► Limits ── a UnitLimit for each Unit
//
// Launches follow one another, so a unit's times add up. A unit of the multiprocessors is only as
// fast as there are blocks to occupy them. No time is above the truth:
// - DRAM moves each sector that is fetched or written once, less what a cache as large as the L2
//   can hold of it from one run to the next: a resident sector that is fetched and written saves
//   both. Runs whose data fit in the L2 need no DRAM.
// - Blocks that an SM cannot hold at once follow one another, each as long as its longest chain of
//   instructions that wait for each other (Little's law). Where it is not known how many it holds,
//   one chain counts. Of the lines that L2 cannot hold an average block waits for its share.
// - The launch takes as long as the shortest one on that chip, and blocks start no faster than they
//   ever did there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {

enum class Unit : std::uint8_t {
  dram,        // bytes
  l2,          // bytes
  wavefronts,  // of L1 and shared memory, one a cycle and multiprocessor
  load_store,  // warp requests
  atomics,     // sectors of global memory, each time
  texture,     // warp instructions
  fp32,        // warp instructions
  fp16,
  fp64,
  special,
  alu,
  integer_multiply,
  uniform,
  exchange,  // shuffles and reductions of a warp
  tensor,    // multiply-adds
  issue,     // warp instructions, four a cycle and multiprocessor
  launch,    // blocks
  latency,   // cycles of the longest chain
};
inline constexpr std::size_t kUnits = 18;

struct UnitLimit {
  Unit unit = Unit::dram;
  double amount = 0;                // in the unit's own, above
  std::optional<double> seconds;    // nothing: the chip's rate is not known
  bool is_rate_measured = false;    // by us, on such a chip; else it is published
  std::vector<ChipFigure> rates{};  // what its time was computed with, the most of it first
};

struct Limits {
  std::array<UnitLimit, kUnits> units;
  // The one that takes longest; before issue slots a unit whose instructions fill them.
  Unit limiting = Unit::launch;
  double seconds = 0;       // and how long: no run is faster
  bool fits_in_l2 = false;  // no DRAM is needed

  [[nodiscard]] const UnitLimit& of(Unit unit) const {
    return units[static_cast<std::size_t>(unit)];
  }
};

// What the L2 holds of a launch's data before it starts.
enum class Caches : std::uint8_t {
  warm,  // what the same launch left there: as kernels are timed
  cold,  // nothing
};

[[nodiscard]] Limits limits(std::span<const LaunchDemand> launches, const Chip& chip,
                            Caches caches = Caches::warm);

// Those that a kernel is told about: of all kernels the units of every kernel, of the others the
// ones that it needs.
[[nodiscard]] std::vector<UnitLimit> shown_units(const Limits& limits);
// Those whose least times are known and no launch, the longest first.
[[nodiscard]] std::vector<UnitLimit> by_time(const Limits& limits);

// Bytes that DRAM must move for a launch that is run again and again.
[[nodiscard]] double dram_bytes(const LaunchDemand& launch, double l2_bytes);

}  // namespace warplens::analysis
