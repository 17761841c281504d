// A run as a capture, and back: what is shown of either is the same.
#pragma once

#include "kernels/run/run.h"
#include "kernels/trace/capture.h"

namespace warplens::run {

// Of everything that a capture says about a run; the caller adds parameters, device, date and
// version. The contents of buffers are not kept.
[[nodiscard]] trace::Capture capture_of(const RunResult& result);

[[nodiscard]] RunResult run_of(trace::Capture capture);

}  // namespace warplens::run
