// What estimates are made of, read once from the assets, and what they were held against.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/estimate_run.h"
#include "viz/latency/estimate_error.h"

namespace warplens::estimates {

// Warp instructions of a launch that are followed: its first blocks come first.
inline constexpr std::uint64_t kFollowedInstructions = 12'000'000;

struct EstimateData {
  analysis::Chip chip;
  std::vector<latency::Latencies> latencies;
  analysis::Resources resources;
  latency::HeldEstimates held;

  // Errors: a file is damaged; there is no such chip, or no latency was measured on it.
  static Result<EstimateData> read(const std::filesystem::path& assets, const std::string& chip);
  [[nodiscard]] session::EstimateMeans means() const;
  // Errors: nothing was held against recordings of that chip.
  [[nodiscard]] Result<latency::EstimateError> error() const;
};

}  // namespace warplens::estimates
