// What estimates were held against: recorded times, and why warps stalled by samples of a GPU.
// assets/estimates.json quotes `warplens estimate-check`. No estimate is shown without it
// (docs/ESTIMATE.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::latency {

// Of |estimate / recorded − 1|.
struct EstimateError {
  std::string chip;              // "h100"
  std::uint32_t recordings = 0;  // that it was held against
  double median = 0, ninetieth = 0;
  std::string source;
};

// How often the longest reason by the model was the longest that a GPU sampled (held_stalls.h).
struct StallAgreement {
  std::string device;         // "H200"
  std::uint32_t kernels = 0;  // at a size each
  std::uint32_t same = 0;
  // Of those whose sampled reason is another than Long Scoreboard, which most kernels wait for.
  std::uint32_t others = 0, others_same = 0;
  double distance = 0;  // the median
  std::string source;
};

struct HeldEstimates {
  std::vector<EstimateError> times;
  std::optional<StallAgreement> stalls;

  // Null: nothing was held against recordings of that chip.
  [[nodiscard]] const EstimateError* of(std::string_view chip) const;
};

// Errors: missing, damaged or of another version, in one line.
Result<HeldEstimates> read_held_estimates(const std::filesystem::path& file);
Result<HeldEstimates> parse_held_estimates(std::string_view json, std::string_view name);

// Shares of |estimate / recorded − 1|, sorted, at `part` of them. 0 of none.
[[nodiscard]] double error_at(std::vector<double> errors, double part);

}  // namespace warplens::latency
