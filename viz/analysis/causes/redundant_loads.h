// Loads from global memory of bytes that the same block has loaded already and not written since.
#pragma once

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// Finds repeated loads in the order of the block's events. An access whose lanes all want one
// address is left out: what every thread needs, such as a length, is loaded by every warp. So are
// loads of what other threads may write meanwhile: volatile and ordered loads.
[[nodiscard]] Suspects redundant_loads(const BlockAccesses& block);

}  // namespace warplens::analysis
