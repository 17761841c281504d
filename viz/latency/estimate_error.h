// How far estimates were off where they were held against recordings: assets/estimates.json, which
// quotes `warplens estimate --check`. No estimate is shown without it (docs/ESTIMATE.md).
#pragma once

#include <cstdint>
#include <filesystem>
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

// Errors: missing, damaged or of another version, in one line.
Result<std::vector<EstimateError>> read_estimate_errors(const std::filesystem::path& file);
Result<std::vector<EstimateError>> parse_estimate_errors(std::string_view json,
                                                         std::string_view name);

// Shares of |estimate / recorded − 1|, sorted, at `part` of them. 0 of none.
[[nodiscard]] double error_at(std::vector<double> errors, double part);

}  // namespace warplens::latency
