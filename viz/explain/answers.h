// Explanations in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/base/text.h"
#include "viz/explain/explanation.h"

namespace warplens::explain {

// What an access's passes and sectors are for: the answer to "why does the profiler say so?".
[[nodiscard]] std::vector<Text> answers(const ExplainedAccess& access);
// Why what was measured is something else; empty where it is not.
[[nodiscard]] Text rest_answer(const ExplainedAccess& access);
[[nodiscard]] Text rest_answer(const ExplainedMetric& metric, const Explanation& explanation);

// What the profiler's rules say of the whole launch ("on average a 3.2-way bank conflict"), and
// what those numbers are made of: of shared loads, of shared stores, of global loads. Nothing where
// they have nothing to say.
[[nodiscard]] std::vector<Text> headlines(const Explanation& explanation);

// "0-7", "0, 8, 16, 24"
[[nodiscard]] std::string lane_list(std::uint32_t lanes);

}  // namespace warplens::explain
