// What a kernel of the catalogue takes by architecture: ptxas's report and its instructions, both
// of the files that ship. Made away from the frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/kernel_reports.h"
#include "kernels/run/run.h"
#include "viz/analysis/limits/shared_loads.h"

namespace warplens::occupancy {

struct OnArchitecture {
  std::uint32_t capability = 0;  // 90: sm_90
  analysis::EntryResources resources;
  std::uint32_t shared_bytes = 0;              // of a block, static and dynamic
  std::uint32_t blocks = 0;                    // an SM
  std::optional<analysis::SharedLoads> loads;  // nothing: no instructions ship
};

using ByArchitecture = std::vector<OnArchitecture>;  // ascending

// Of its first launch. Empty where nothing ships of it.
[[nodiscard]] ByArchitecture on_architectures(const run::Catalogue& catalogue,
                                              session::KernelReports& reports,
                                              const std::string& kernel,
                                              const catalog::Parameters& parameters);

}  // namespace warplens::occupancy
