// What differs between two runs, line by line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/text/shown_traces.h"
#include "app/texts/speech.h"
#include "kernels/base/json_types.h"

namespace warplens::cli {

enum class Change : std::uint8_t {
  better,   // fewer sectors or wavefronts, a finding that is gone
  worse,    // more of them, a new finding
  changed,  // as many, of other requests
  added,    // an access that was not there
  removed,
};
[[nodiscard]] std::string_view name_of(Change change);
[[nodiscard]] TextView phrase_of(Change change);

// One side's accesses of a line, or one finding.
struct LineChange {
  Change change = Change::changed;
  std::size_t launch = 0;  // from 1
  std::string file;
  std::uint32_t line_before = 0, line_after = 0;  // 0: there is none
  std::string what;                 // "global", "local", "shared", or a finding's kind
  trace::SiteTotals before, after;  // of a finding: nothing
  Text message;                     // of a finding
};

struct RunDiff {
  std::vector<LineChange> changes;
  trace::Verdict result_before = trace::Verdict::unchecked;
  trace::Verdict result_after = trace::Verdict::unchecked;
  [[nodiscard]] bool is_empty() const;
  // A line that costs more, a new finding, or a result that is wrong now; accesses that were not
  // there only where a launch costs more with them: code may have moved.
  [[nodiscard]] bool is_worse() const;
};

// A run with the figures that are shown of it.
struct ShownRun {
  const trace::Run& run;
  const Traces& traces;
};

[[nodiscard]] RunDiff diff_of(const ShownRun& before, const ShownRun& after);

[[nodiscard]] std::string diff_text(const ui::Speech& speech, const RunDiff& diff);
[[nodiscard]] Json diff_json(const RunDiff& diff);

}  // namespace warplens::cli
