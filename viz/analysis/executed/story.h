// Tells in a sentence how each PTX access is executed: "these 4 loads became one of 16 bytes".
#pragma once

#include <vector>

#include "kernels/base/text.h"
#include "viz/analysis/executed/sass_cost.h"

namespace warplens::analysis {

// Beside Trace::sites; empty where an access is executed as the PTX has it.
[[nodiscard]] std::vector<Text> stories(const trace::Trace& trace,
                                        const std::vector<sass::Access>& accesses,
                                        const SassCost& cost);

}  // namespace warplens::analysis
