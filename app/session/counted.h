// What a GPU counted for a launch, beside what the memory rules say: three figures at most.
//
//   rules      of the PTX's accesses, as the trace has them
//   measured   by the GPU's counters, of the untouched kernel
//   sass       by the rules again, of the instructions that the assembler made of that PTX. Only
//              where the first two differ: it fuses, splits, copies and drops accesses
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/analysis/hardware_counters.h"
#include "viz/analysis/sass_cost.h"

namespace warplens::session {

struct CountedFigure {
  const analysis::HardwareCounter* counter = nullptr;  // one of hardware_counters()
  std::uint64_t rules = 0, measured = 0;
  std::optional<std::uint64_t> sass;
};

// Of what no rule predicts.
struct ObservedFigure {
  const analysis::ObservedCounter* counter = nullptr;  // one of observed_counters()
  double measured = 0;
};

// A source line whose accesses the assembler did not leave as PTX has them.
struct ChangedLine {
  std::string file;
  std::uint32_t line = 0;
  analysis::Fate fate = analysis::Fate::as_written;
  friend auto operator<=>(const ChangedLine&, const ChangedLine&) = default;
};

struct Counted {
  std::vector<CountedFigure> figures;  // those that are zero twice are left out
  std::vector<ObservedFigure> observed;
  // Of the SASS, which is looked at only where a figure differs from the rules'.
  std::vector<ChangedLine> changed;     // each once, in the order of the source
  std::vector<analysis::Doubt> doubts;  // each once; with a doubt there is no SASS figure
  std::string why_no_sass;              // one line; empty when it was read or not looked for

  [[nodiscard]] bool is_empty() const { return figures.empty() && observed.empty(); }
  [[nodiscard]] bool has_difference() const;
};

// `totals`: of the whole launch. What was not counted is left out.
[[nodiscard]] Counted counted(const analysis::KernelTotals& totals,
                              const analysis::MetricValues& values);

// Fills in the third figures. `accesses`: of the SASS that `trace`'s PTX became.
void add_sass(Counted& counted, const trace::Trace& trace,
              const std::vector<sass::Access>& accesses);

}  // namespace warplens::session
