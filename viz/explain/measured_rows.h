// Finds for the instructions of a source page the accesses here that they are.
#pragma once

#include <vector>

#include "viz/explain/explanation.h"

namespace warplens::explain {

// Sets `measured` of the accesses: by line and class; where the report has an instruction at
// another line (of a header, or at none) by the order of the code's own accesses, and where there
// is no code by being the only one of its class. Returns how many instructions found none.
std::size_t place_rows(const std::vector<ProfiledRow>& rows, const Explained& launch,
                       std::vector<ExplainedAccess>& accesses);

}  // namespace warplens::explain
