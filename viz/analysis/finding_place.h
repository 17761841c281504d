// Finds the event of a finding among a trace's recorded events.
//
// A finding names an instruction, a block, a warp and a lane; the event is the first of theirs, or
// the first whose addresses show the fault: outside of memory, misaligned, shared with the other
// side of a race. A lane whose access was refused is not in the event: where it would have been is
// told by the lanes beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct EventPlace {
  std::size_t row = 0;                // of Trace::events
  std::optional<std::uint32_t> lane;  // nothing: it is not active there
  friend bool operator==(const EventPlace&, const EventPlace&) = default;
};

struct FindingPlace {
  EventPlace at;
  std::optional<EventPlace> other;  // of a race: the access that it is not ordered with
};

// Nothing if no event of the finding's instruction or source line is recorded.
[[nodiscard]] std::optional<FindingPlace> finding_place(const trace::Trace& trace,
                                                        const trace::Finding& finding);

}  // namespace warplens::analysis
