// The bench of LiveTiming on this machine's GPU.
#pragma once

#include <memory>

#include "app/session/live_timing.h"
#include "app/session/shared_gpu.h"
#include "kernels/run/run.h"

namespace warplens::session {

// Takes a turn of the GPU's for each variant, so that a trace waits no longer than for one of them.
// Errors: no driver or no GPU, in one line that says what to do.
Result<Bench> open_gpu_bench(std::shared_ptr<const run::Catalogue> catalogue,
                             std::shared_ptr<SharedGpu> gpu);

}  // namespace warplens::session
