// A person's own kernel file on the stage: launched as its sidecar says, else as can be guessed.
#pragma once

#include "app/session/kernel_file.h"
#include "app/session/kernel_result.h"
#include "kernels/run/run.h"

namespace warplens::session {

// Compiles and runs the file that the selection names as its capture, on the CPU, as the selection
// or its sidecar says or as can be guessed. `files`: what is known of it, and learns of it. Errors:
// the compiler's, the sidecar's or a field's, one line.
Result<KernelResultPtr> open_own(const Selection& selection, const run::Options& options,
                                 OwnFiles& files);

}  // namespace warplens::session
