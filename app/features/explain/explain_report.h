// `warplens explain` for people and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "kernels/trace/run.h"
#include "viz/explain/explanation.h"

namespace warplens::cli {

struct ExplainReport {
  const trace::Run& run;
  const trace::Trace& trace;
  const explain::Explanation& explanation;
  std::string figures;  // "sm_90", whose accesses are counted; empty: the PTX's
  const explain::ProfiledLaunch* profiled = nullptr;
};

struct ExplainShown {
  std::optional<std::uint32_t> line;  // that line alone
  bool all = false;                   // also accesses that take no more than they must
};

// Errors: no access stands in the line.
Result<std::string> explain_text(const ui::Speech& speech, const ExplainReport& report,
                                 const ExplainShown& shown);
Result<Json> explain_json(const ExplainReport& report, const ExplainShown& shown);

[[nodiscard]] std::string metric_text(const ui::Speech& speech, const explain::Metric& metric);
[[nodiscard]] Json metric_json(const explain::Metric& metric);
// All of them: with their texts as JSON, else a line each.
[[nodiscard]] std::string metrics_text(const ui::Speech& speech);
[[nodiscard]] Json metrics_json();

}  // namespace warplens::cli
