// What the view of limits shows of one kernel, made away from the frame.
#pragma once

#include <optional>
#include <stop_token>

#include "app/features/limits/limits_data.h"

namespace warplens::limits {

struct LimitsModel {
  std::string kernel;  // "transpose/tile"
  catalog::Parameters parameters;
  std::vector<LimitsReport> reports;  // one a chip
  std::optional<Text> error;          // why there are none
};

// The kernel's limits at the size of limits_size(), its other settings as `chosen`. Counts the
// launch where that has not been done beforehand, until `stop`.
[[nodiscard]] LimitsModel limits_model(const run::Catalogue& catalogue, const std::string& kernel,
                                       const catalog::Parameters& chosen,
                                       const std::stop_token& stop);

}  // namespace warplens::limits
