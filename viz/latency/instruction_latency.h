// How long an instruction of PTX keeps the next one waiting that needs its result.
//
//   ptx::Instruction ── which row of latencies.h ── cycles, by a reading
//
// PTX is no machine code: ptxas may drop a move, join two additions into one instruction, or an
// addition and a multiplication. `least` is never above what any machine code of it takes:
// - moves, conversions between integers, and integers with a constant take nothing;
// - of integer additions, logic, shifts and comparisons two may become one: each takes half;
// - a floating-point multiplication whose rounding PTX leaves open may be fused: it takes nothing.
// `as_written` takes each instruction for one of the machine's.
#pragma once

#include <string>

#include "kernels/ptx/module.h"
#include "viz/latency/latencies.h"

namespace warplens::latency {

enum class Reading : std::uint8_t { least, as_written };

struct InstructionLatency {
  double cycles = 0;
  bool is_known = true;  // false: it was not measured, and counts as nothing
};

// The row of `latencies` that is the instruction's: "fma.f32"; empty: it takes no time, or a memory
// access, whose latency depends on where its data are.
[[nodiscard]] std::string latency_row(const ptx::Instruction& instruction);

// All but accesses to memory, barriers and waits, which take nothing here.
[[nodiscard]] InstructionLatency instruction_latency(const ptx::Instruction& instruction,
                                                     const Latencies& latencies, Reading reading);

}  // namespace warplens::latency
