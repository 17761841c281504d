// What the view of a profiler's report shows: made beside the frame from the launch on the stage
// and the report's file.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/kernel_result.h"
#include "viz/explain/explanation.h"
#include "viz/scene/explain/profiler_view.h"

namespace warplens::explain {

struct ProfilerModel {
  Explanation explanation;
  std::vector<scene::ProfilerRow> rows;
  std::string profiled;  // the report's kernel; empty: no report
  Text trouble;          // why the report is not shown; empty: it is, or there is none
};

// `file`: the report's; empty: none.
[[nodiscard]] ProfilerModel profiler_model(const std::shared_ptr<const trace::Trace>& trace,
                                           const std::optional<analysis::Executed>& executed,
                                           const std::string& file, const std::stop_token& stop);

}  // namespace warplens::explain
