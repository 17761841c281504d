// One access's cost and how it comes about, in words and as JSON.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/analysis/costed_event.h"

namespace warplens::cli {

[[nodiscard]] std::string explain(const ui::Speech& speech, const analysis::ExplainedEvent& access);
[[nodiscard]] Json explain_json(const analysis::ExplainedEvent& access);

// The two figures in the order of the data files' columns five and six: wavefronts and bank
// conflicts on the shared side, requests and sectors on the global side; "-" where there is no
// rule.
[[nodiscard]] std::string predicted_columns(const analysis::ExplainedEvent& access);

}  // namespace warplens::cli
