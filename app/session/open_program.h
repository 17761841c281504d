// A launch that was captured out of a running program, on the stage: run again on the CPU.
#pragma once

#include "app/session/captured_programs.h"
#include "app/session/kernel_result.h"
#include "kernels/run/run.h"

namespace warplens::session {

// Runs the launch that the selection names in its capture. `programs`: what is known of such
// captures, and learns of it. Errors: those of CapturedPrograms::replay() and of the run, one line.
Result<KernelResultPtr> open_program(const Selection& selection, const run::Options& options,
                                     CapturedPrograms& programs);

}  // namespace warplens::session
