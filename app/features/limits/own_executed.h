// What ptxas makes of a person's own kernel for one architecture, and the limits of its launches
// with that: the command's and the window's.
#pragma once

#include <stop_token>
#include <string>

#include "app/features/limits/limits_data.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/ptxas_report.h"

namespace warplens::limits {

struct OwnExecuted {
  std::vector<run::EntryReport> reports;  // empty: ptxas is not here, or does not take the PTX
  sass::Listing listing;                  // empty: ptxas or nvdisasm is not here
};

// Asks the tools of this machine, or the cache of what they made before; they run within `limits`.
[[nodiscard]] OwnExecuted own_executed(const run::PtxToExecute& ptx, std::uint32_t capability,
                                       const std::stop_token& stop = {},
                                       const run::ProcessLimits& limits = {});

// Launches that `executed` does not know stay counted in the PTX.
[[nodiscard]] LimitsReport own_report(Demands launches, const OwnExecuted& executed,
                                      const analysis::Chip& chip,
                                      analysis::Caches caches = analysis::Caches::warm);

}  // namespace warplens::limits
