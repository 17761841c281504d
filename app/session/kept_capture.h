// A result as a capture, to be kept in a file: what ran, in the order in which it was recorded,
// with the PTX's own accesses.
#pragma once

#include "app/session/kernel_result.h"
#include "kernels/trace/capture.h"

namespace warplens::session {

// Of a run, or of the capture that it was read from. Today's date and this machine's processor are
// those of a run.
[[nodiscard]] trace::Capture kept_capture(const KernelResult& result);

}  // namespace warplens::session
