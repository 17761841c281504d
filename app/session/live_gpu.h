// The bench of LiveTiming on this machine's GPU.
#pragma once

#include <memory>

#include "app/session/live_timing.h"
#include "kernels/run/run.h"

namespace warplens::session {

// Errors: no driver or no GPU, in one line that says what to do.
[[nodiscard]] Result<Bench> open_gpu_bench(std::shared_ptr<const run::Catalogue> catalogue);

}  // namespace warplens::session
