// A trace whose events are the accesses that a GPU executes, for what shows single events.
#pragma once

#include <memory>

#include "viz/analysis/executed/executed.h"

namespace warplens::analysis {

// `trace` with the same sites under the same numbers, but their widths, totals and events as they
// are executed: a wider access touches all its bytes, and the events whose work it does are gone.
// `trace` itself where nothing is executed in another way than in the PTX.
[[nodiscard]] std::shared_ptr<const trace::Trace> executed_trace(
    const std::shared_ptr<const trace::Trace>& trace, const Code& code, const Executed& executed);

}  // namespace warplens::analysis
