// What a run costs as GPUs of one architecture execute it, for the commands that print figures.
#pragma once

#include <vector>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process_limits.h"
#include "viz/analysis/executed/executed.h"

namespace warplens::cli {

struct ExecutedReport {
  analysis::Code code;
  std::vector<analysis::Executed> launches;  // beside trace::Run::traces
};

// What the PTX of a catalogue kernel, or of any other, became.
[[nodiscard]] analysis::Code code_of(std::string_view kernel, const std::string& ptx,
                                     std::uint32_t capability,
                                     const run::ProcessLimits& limits = {});

// Without SASS the figures are the PTX's, and the report's code says why.
[[nodiscard]] ExecutedReport executed_report(const trace::Run& result, std::uint32_t capability,
                                             const run::ProcessLimits& limits = {});

// "figures: as sm_90 executes it (ptxas 13.0.88)"
void print_executed_heading(const ui::Speech& speech, const ExecutedReport& report);

// A line for each access of the PTX: which executed instructions stand for it.
void print_stories(const ui::Speech& speech, const trace::Trace& trace,
                   const analysis::Executed& launch, const ExecutedReport& report);

// "*" where a figure is not the PTX's, "?" where it is and may not be what is executed.
[[nodiscard]] std::string_view mark_of(const trace::SiteTotals& executed,
                                       const trace::SiteTotals& ptx,
                                       const trace::SiteTotals& doubtful);

[[nodiscard]] Json executed_json(const ExecutedReport& report, const analysis::Executed& launch);

// Adds to a site's or a class's figures in `json` those of `ptx` that differ.
void add_ptx_figures(Json& json, const Json& ptx);

// Adds what became of one site's access.
void add_story(Json& json, const ExecutedReport& report, const analysis::Executed& launch,
               std::size_t site);

}  // namespace warplens::cli
