// What of a launch is resident on a multiprocessor: the launch's shape, what ptxas says of its
// entry, and what a person puts in their place.
#pragma once

#include <optional>
#include <string>

#include "app/session/occupancy_choice.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/limits/occupancy.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::session {

using analysis::EntryReports;

// Of a block on a GPU, with the choice's "what if". Nothing: the GPU's registers are not known.
[[nodiscard]] std::optional<analysis::BlockNeeds> block_needs(const trace::TracedLaunch& launch,
                                                              const EntryReports& reports,
                                                              const OccupancyChoice& choice);

// What was on screen.
struct SeenOccupancy {
  std::string kernel;
  OccupancyChoice choice;
  analysis::BlockNeeds needs;
  analysis::Occupancy occupancy;
};
// Nothing where the needs are not known.
[[nodiscard]] std::optional<SeenOccupancy> seen_occupancy(const std::string& kernel,
                                                          const trace::TracedLaunch& launch,
                                                          const EntryReports& reports,
                                                          const OccupancyChoice& choice);

}  // namespace warplens::session
