// Finds where the SASS shows that an access may run for other lanes, or another number of times,
// than in PTX.
#pragma once

#include <vector>

#include "viz/analysis/executed/parting_lanes.h"

namespace warplens::analysis {

// Sets the doubts of `sites` that have none yet.
void find_doubts(const trace::Trace& trace, const std::vector<sass::Access>& accesses,
                 const PartingLanes& parting, std::vector<SiteInSass>& sites);

}  // namespace warplens::analysis
