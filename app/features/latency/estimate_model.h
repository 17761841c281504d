// What the view of estimated times shows of one launch, made away from the frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/latency/estimate_data.h"

namespace warplens::estimates {

struct EstimateModel {
  analysis::Chip chip;
  latency::EstimateError error;
  std::optional<latency::StallAgreement> agreement;
  double seconds = 0, cycles = 0, waves = 1;
  std::uint32_t blocks_an_sm = 0;
  std::vector<latency::StalledLine> lines;  // in the source's order
};

// Errors: there are no estimates for that chip, or none of this kernel, in one line; "cancelled".
Result<EstimateModel> estimate_model(const std::filesystem::path& assets, const std::string& chip,
                                     const session::EstimateSubject& subject,
                                     const std::stop_token& stop);

}  // namespace warplens::estimates
