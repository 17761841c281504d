// What the person has done since the stage was set; lessons decide from it whether a step is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/choice/selection.h"
#include "app/session/cursor.h"
#include "app/session/errors/seen_errors.h"
#include "app/session/figures.h"
#include "app/session/motion/seen_motion.h"
#include "app/session/resident.h"
#include "app/session/workshop/seen_swizzle.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::session {

// An event's source line, space and kind.
struct VisitedPlace {
  std::string line;
  trace::Space space = trace::Space::none;
  trace::EventKind kind = trace::EventKind::load;
  friend auto operator<=>(const VisitedPlace&, const VisitedPlace&) = default;
};

// A run of the host timeline, recorded or live.
struct HostTimelineKey {
  timing::Scenario scenario = timing::Scenario::five_steps;
  std::uint64_t bytes = 0;
  friend auto operator<=>(const HostTimelineKey&, const HostTimelineKey&) = default;
};
// What a person has pointed at in a host timeline.
struct SpanKey {
  timing::Track track = timing::Track::host;
  timing::Action action = timing::Action::work;
  friend auto operator<=>(const SpanKey&, const SpanKey&) = default;
};

// A result that was on screen.
struct ShownSums {
  Selection of;
  Sums sums;
  std::string entry{};  // of a file: which of its kernels
};

struct Activity {
  std::vector<Selection> shown;  // selections whose results were on screen, the stage's first
  std::vector<ShownSums> sums;   // of the same results
  std::vector<Choice> compared;  // pairs that were on screen side by side
  std::set<analysis::CachePreset> caches;  // that were chosen, the stage's among them
  std::vector<SeenOccupancy> occupancies;  // of the left side's launch, the stage's first
  std::vector<SeenSwizzle> swizzles;       // answers of the swizzle workshop that were on screen
  std::vector<SeenMotion> motions;         // that the plane and the space have shown
  std::vector<SeenErrors> errors;        // measured of the left side's kernel while they were shown
  std::set<HostTimelineKey> timelines;   // that were on screen, the stage's among them
  std::set<SpanKey> spans;               // that were pointed at
  std::optional<Cursor> start;           // where the stage put the cursor
  bool moved = false;                    // the cursor has left `start`
  std::set<VisitedPlace> visited;        // where it has been since, played through included
  std::size_t played = 0;                // events passed by playback
  std::optional<std::int64_t> answer;    // to the step's prediction
  std::optional<std::int64_t> expected;  // what the trace said when it was given
};

}  // namespace warplens::session
