// Finds the accesses of a kernel that ptxas may have made wider, fused with their neighbours.
//
// A fused access reads or writes up to 16 bytes of each lane at once, so wherever it runs, a warp
// wants two pieces of the same aligned 16 bytes for every lane, with no barrier of the block
// between. A site is let off by one kept event that has no such neighbour; the very same again in a
// loop is none, as nvcc has moved out of the loop what never changes.
#pragma once

#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

// Beside Trace::sites. True, too, for sites of which no event was kept.
[[nodiscard]] std::vector<bool> fusable_sites(const trace::Trace& trace);

}  // namespace warplens::analysis
