// Which PTX accesses the wider ones of the SASS stand for, event by event.
//
// A wider access and what it covers are of one warp, one space and kind, and between the same
// barriers; every lane's bytes lie in the wider access's.
#pragma once

#include <vector>

#include "viz/analysis/sass_cost.h"

namespace warplens::analysis {

enum class SassRole : std::uint8_t {
  other,
  wider,   // its instruction has `width` bytes a lane
  orphan,  // it has no instruction
};
struct SassPart {
  SassRole role = SassRole::other;
  std::uint8_t width = 0;
};

struct Coverage {
  std::vector<bool> covered;  // orphans all of whose events a wider access covers
  std::vector<bool> whole;    // wider stores, all of whose bytes PTX wants
  // The wider site that covers an orphan's first event; trace::kNone where none does.
  std::vector<std::uint32_t> by;
};

// `parts` stand beside the trace's sites; the trace has all its events.
[[nodiscard]] Coverage coverage(const trace::Trace& trace, const std::vector<SassPart>& parts);

// Sites each of whose events wants only what its lanes loaded or stored since the last barrier by
// accesses that are no orphans.
[[nodiscard]] std::vector<bool> repeated(const trace::Trace& trace,
                                         const std::vector<SassPart>& parts);

}  // namespace warplens::analysis
