// Launches whose blocks wait for each other: a GPU takes them only where all blocks are resident.
#pragma once

#include <optional>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/limits/chip.h"

namespace warplens::analysis {

// Which of the chips are too small for a cooperative launch of the module's entry, by threads,
// blocks and shared memory (registers may make fewer fit). Nothing where all have room for it, or
// it is no launch that needs it.
[[nodiscard]] std::optional<Text> too_many_to_be_resident(const ptx::Module& module,
                                                          const trace::Trace& launch,
                                                          const std::vector<Chip>& chips);

}  // namespace warplens::analysis
