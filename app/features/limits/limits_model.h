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

struct LimitsQuestion {
  std::string kernel;
  catalog::Parameters chosen;        // the stage's; its size is not looked at
  std::optional<std::int64_t> side;  // the chart's, where one stands beside
  friend bool operator==(const LimitsQuestion&, const LimitsQuestion&) = default;
};

// The kernel's limits at the largest size up to `side` that was counted, else at that of
// limits_size(). Counts the launch where that has not been done beforehand, until `stop`.
[[nodiscard]] LimitsModel limits_model(const run::Catalogue& catalogue,
                                       const LimitsQuestion& question, const std::stop_token& stop);

}  // namespace warplens::limits
