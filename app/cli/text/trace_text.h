// `warplens trace` for people: a table by source line, totals, findings, the result.
#pragma once

#include <string>

#include "app/cli/text/executed_report.h"
#include "app/texts/speech.h"
#include "kernels/run/run.h"

namespace warplens::cli {

struct TraceTextOptions {
  bool events = false;                       // also every recorded event with its lanes
  bool worst = false;                        // also the causes of costly accesses
  bool full_names = false;                   // a kernel's name with all its template arguments
  const ExecutedReport* executed = nullptr;  // null: the PTX's own figures
  ui::Speech speech{};
};
void print_trace_text(const trace::Run& result, const TraceTextOptions& options);

// "out[5] is 3, expected 4; 12 elements differ"
[[nodiscard]] Text mismatch_phrase(const trace::Mismatch& mismatch);
[[nodiscard]] std::string mismatch_text(const trace::Mismatch& mismatch);  // in English
[[nodiscard]] TextView verdict_phrase(trace::Verdict verdict);             // "match"

}  // namespace warplens::cli
