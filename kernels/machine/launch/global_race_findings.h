// Findings about races between the blocks of a launch.
#pragma once

#include "kernels/machine/launch/finding_log.h"
#include "kernels/machine/launch/global_races.h"
#include "kernels/machine/launch/launch.h"

namespace warplens::machine {

// One finding for each two instructions, counted by the places at which they race.
void add_findings(const GlobalRaces& races, const PreparedLaunch& launch, FindingLog& findings);

}  // namespace warplens::machine
