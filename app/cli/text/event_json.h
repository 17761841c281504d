// One recorded event as JSON, and the figures that it shares with sites and sums (docs/EXPORTS.md).
#pragma once

#include <cstddef>

#include "kernels/base/json_types.h"
#include "kernels/trace/trace.h"

namespace warplens::cli {

void add_global_figures(Json& json, const trace::SiteTotals& totals);
void add_shared_figures(Json& json, const trace::SiteTotals& totals);

[[nodiscard]] Json dim3_json(const Dim3& dim);

// The event of that row, with where each active lane went.
[[nodiscard]] Json event_json(const trace::Trace& trace, std::size_t row);

}  // namespace warplens::cli
