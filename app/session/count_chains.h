// The chains of launches that were counted (viz/latency/chain.h), of the first block of each.
#pragma once

#include <vector>

#include "app/session/run_again.h"
#include "viz/analysis/limits/launch_demand.h"
#include "viz/latency/latencies.h"

namespace warplens::session {

// Adds what is known: of the first launch always, of the others where all of them together are
// short, since those before have to run to their end.
void count_chains(const RunAgain& again, const std::vector<latency::Latencies>& latencies,
                  const run::Options& options, std::vector<analysis::LaunchDemand>& demands);

}  // namespace warplens::session
