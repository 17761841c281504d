// What the person has done since the stage was set; lessons decide from it whether a step is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/cursor.h"
#include "app/session/figures.h"
#include "app/session/seen.h"
#include "app/session/selection.h"

namespace warplens::session {

// An event's source line, space and kind.
struct VisitedPlace {
  std::string line;
  trace::Space space = trace::Space::none;
  trace::EventKind kind = trace::EventKind::load;
  friend auto operator<=>(const VisitedPlace&, const VisitedPlace&) = default;
};

// A result that was on screen.
struct ShownSums {
  Selection of;
  Sums sums;
  std::string entry{};  // of a file: which of its kernels
};

struct Activity {
  std::vector<Selection> shown;        // selections whose results were on screen, the stage's first
  std::vector<ShownSums> sums;         // of the same results
  std::vector<Choice> compared;        // pairs that were on screen side by side
  Seen seen;                           // of features
  std::optional<Cursor> start;         // where the stage put the cursor
  bool moved = false;                  // the cursor has left `start`
  std::set<VisitedPlace> visited;      // where it has been since, played through included
  std::size_t played = 0;              // events passed by playback
  std::optional<std::int64_t> answer;  // to the step's prediction
  std::optional<std::int64_t> expected;  // what the trace said when it was given
};

}  // namespace warplens::session
