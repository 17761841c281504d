// What is to be said of a run whose launches need all of their blocks resident at once.
#pragma once

#include <vector>

#include "kernels/base/text.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/run.h"

namespace warplens::session {

// A note for each launch that is too large for one of the chips in assets/chips.json; empty where
// that cannot be read.
[[nodiscard]] std::vector<Text> resident_notes(const ptx::Module& module, const trace::Run& run);

}  // namespace warplens::session
