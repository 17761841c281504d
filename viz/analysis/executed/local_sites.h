// What ptxas makes of variables in local memory.
//
// It decides anew which of them become registers and how wide the accesses of the others are, and
// adds those of spilled registers; its accesses have no counterparts in the PTX. So either nothing
// of local memory is left, which is certain, or the PTX's figures stand, in doubt.
#pragma once

#include <vector>

#include "viz/analysis/executed/sass_cost.h"

namespace warplens::analysis {

// Sets fate, doubt and totals of the sites of local memory that have run.
void decide_local_sites(const trace::Trace& trace, const std::vector<sass::Access>& accesses,
                        std::vector<SiteInSass>& sites);

}  // namespace warplens::analysis
