// What `warplens latency` prints: a block's chain in words and as JSON.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/latency/least_latency.h"

namespace warplens::cli {

struct LatencyReport {
  std::string kernel;
  std::size_t launch = 0;
  std::uint64_t block = 0;
  analysis::Chip chip;
  latency::BlockRun run;
  latency::Chain chain, next, as_written;
  latency::LaunchShape shape;
  latency::LeastLatency least;
};

// `every_step`: each step of the chain, too.
[[nodiscard]] std::string latency_text(const ui::Speech& speech, const LatencyReport& report,
                                       bool every_step);
[[nodiscard]] Json latency_json(const LatencyReport& report);

}  // namespace warplens::cli
