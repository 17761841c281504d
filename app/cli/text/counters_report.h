// `warplens trace --counters`: what the GPU counted, beside what was predicted.
#pragma once

#include "app/cli/text/executed_report.h"
#include "kernels/base/json_types.h"
#include "kernels/run/run.h"

namespace warplens::cli {

// `executed` may be null. A run without counters prints nothing.
void print_counters_text(const ui::Speech& speech, const trace::Run& result,
                         const ExecutedReport* executed);

// Of one launch, for a run that has counters.
[[nodiscard]] Json counters_json(const trace::Run& result, const ExecutedReport* executed,
                                 std::size_t launch);

}  // namespace warplens::cli
