// What a GPU counted for a launch, beside what the memory rules say (compared_counters.h), and what
// explains the difference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/analysis/executed/compared_counters.h"

namespace warplens::session {

// Of what no rule predicts.
struct ObservedFigure {
  const analysis::ObservedCounter* counter = nullptr;  // one of observed_counters()
  double measured = 0;                                 // in its unit
};

// A source line whose accesses the assembler did not leave as PTX has them.
struct ChangedLine {
  std::string file;
  std::uint32_t line = 0;
  analysis::Fate fate = analysis::Fate::as_written;
  friend auto operator<=>(const ChangedLine&, const ChangedLine&) = default;
};

struct Counted {
  std::vector<analysis::ComparedCounter> figures;  // with SASS's only where add_sass() gave it
  std::vector<ObservedFigure> observed;
  // Of the SASS, which is looked at only where a figure differs from the rules'.
  std::vector<ChangedLine> changed;     // each once, in the order of the source
  std::vector<analysis::Doubt> doubts;  // each once; with a doubt there is no SASS figure
  std::string why_no_sass;              // one line; empty when it was read or not looked for

  [[nodiscard]] bool is_empty() const { return figures.empty() && observed.empty(); }
  [[nodiscard]] bool has_difference() const;
};

// `costs`: of the whole launch, without SASS. What was not counted is left out.
[[nodiscard]] Counted counted(const analysis::PredictedCosts& costs,
                              const analysis::MetricValues& values);

// Compares anew with `accesses`, of the SASS that `trace`'s PTX became; with a doubt only says so.
void add_sass(Counted& counted, const trace::Trace& trace,
              const std::vector<sass::Access>& accesses, const analysis::MetricValues& values);

}  // namespace warplens::session
