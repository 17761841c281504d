// A launch of the catalogue's counted for its limits, as large as it is asked for: on the CPU,
// every block, no event but the first blocks' kept, no result checked.
#pragma once

#include <vector>

#include "kernels/run/own_kernel.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::session {

// `options`: how it may be stopped and how much memory it may take. Errors: as run_variant(); a
// launch that did not come to its end.
Result<std::vector<analysis::LaunchDemand>> count_run(const run::Catalogue& catalogue,
                                                      std::string_view kernel,
                                                      const catalog::Parameters& parameters,
                                                      run::Options options);

// The same of a person's own kernel; what is expected of it is not looked at.
Result<std::vector<analysis::LaunchDemand>> count_own(run::OwnKernel kernel, run::Options options);

}  // namespace warplens::session
