// The work of a launch by the instructions that ptxas made of its PTX, where they are known.
//
//   LaunchDemand::executed ─ how often each basic block of PTX was executed
//   sass::ListedFunction ── what stands for its lines                        ──► WorkAmounts
//
// A straight run of SASS belongs to the block of PTX that most of its instructions stand for. Where
// ptxas has copied a block's body (unrolled loops), a line stands in it several times, and each
// copy runs a share of the block's executions; where it is in several runs, the one that has least
// for the line counts. A run that is in no loop runs once at most. Instructions that are predicated
// may have no lane, and count as none. So no amount is above what is executed. Accesses that are as
// wide as in the PTX count as they are there.
#pragma once

#include <optional>

#include "kernels/sass/listing.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {

// One SASS instruction's unit, and how many of the unit's slots it takes; nothing: a unit that is
// not counted (memory, control).
struct SassSlot {
  Work work = Work::alu;
  std::uint32_t slots = 1;
  friend bool operator==(const SassSlot&, const SassSlot&) = default;
};
// `opcode`: "MUFU.EX2", "IMAD.WIDE.U32". Units and slots of compute capability 9.0, by
// tests/probes/unit_rates.cu. FP32's arithmetic is Work::fp32.
[[nodiscard]] std::optional<SassSlot> sass_slot(std::string_view opcode);

// The demand with the amounts of the instructions where they are more than those of the PTX; as it
// is where nobody counted its blocks.
[[nodiscard]] LaunchDemand with_sass(const LaunchDemand& demand,
                                     const sass::ListedFunction& function);

}  // namespace warplens::analysis
