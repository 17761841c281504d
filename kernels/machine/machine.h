// The machine: PTX interpreted on the CPU, warp in lockstep, every lane exact.
//
//   Program::load(module, entry)     decodes once: operations specialised by type
//   run(program, launch, memory, options) → Trace
//
//        grid ── blocks ── warps ── fragments (pc, call frames, mask)
//
// A warp is a set of fragments. The one whose instruction comes first in reverse post-order (deeper
// calls first) runs; fragments merge at equal pc and frame. Blocks run on all cores only when the
// code cannot tell and they do not race; otherwise one thread runs them in a fixed order and the
// trace says so.
#pragma once

#include "kernels/base/result.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/machine/program/program.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

// Runs one launch to its end. Errors: an impossible geometry (zero or over CUDA's limits, too much
// shared memory, parameters of the wrong size), or "cancelled". What the *kernel* does wrong is a
// finding in the trace, never an error here.
Result<trace::Trace> run(const Program& program, const LaunchRequest& launch, Memory& memory,
                         const RunOptions& options);

}  // namespace warplens::machine
