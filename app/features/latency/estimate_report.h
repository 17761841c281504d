// What `warplens estimate` prints: a launch's estimated time with how far estimates are off, and
// why warps stall, by line; how both stand against recordings and samples.
#pragma once

#include <string>
#include <vector>

#include "app/session/estimate_run.h"
#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/latency/estimate_error.h"
#include "viz/latency/held_stalls.h"

namespace warplens::cli {

struct EstimateReport {
  std::string kernel;
  std::size_t launch = 0;
  analysis::Chip chip;
  latency::EstimateError error;
  session::EstimateRun run;
};

[[nodiscard]] std::string estimate_text(const ui::Speech& speech, const EstimateReport& report);
[[nodiscard]] Json estimate_json(const EstimateReport& report);

// A kernel at a recorded size.
struct HeldEstimate {
  std::string kernel;
  std::int64_t side = 0;
  double estimated = 0, median = 0, shortest = 0;  // seconds
};

[[nodiscard]] std::string held_line(const HeldEstimate& held);
[[nodiscard]] std::string held_summary(const ui::Speech& speech,
                                       const std::vector<HeldEstimate>& held);

// Kernel, side, the main reason that was sampled, the estimated one, the distance of all shares.
[[nodiscard]] std::string held_stalls_line(const latency::HeldStalls& held);
[[nodiscard]] std::string held_stalls_summary(const ui::Speech& speech,
                                              const std::vector<latency::HeldStalls>& held);

}  // namespace warplens::cli
