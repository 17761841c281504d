// The input and output of recognisers: an access, and a suspect for one that costs more than it
// must.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/causes/cause.h"

namespace warplens::analysis {

// A recorded access to memory, or a barrier. Its addresses are decoded when they are asked for: a
// block may make a million accesses.
struct Access {
  const trace::Trace* trace = nullptr;
  std::size_t row = 0;
  std::uint32_t site_number = 0;
  const trace::Site* site = nullptr;  // the trace's
  std::uint32_t warp = 0, mask = 0;
  AccessCost cost;
  double passes = 0;  // passes_of()

  [[nodiscard]] trace::EventView view() const { return trace->events.view(row); }
};

// Figures of the sentence; what each says depends on the cause (cause_text.cpp).
struct Evidence {
  std::uint64_t now = 0, ideal = 0;  // sectors, wavefronts, loads, lanes, bytes
  std::uint64_t bytes = 0;           // apart, of a structure, of one lane
  bool is_shared = false;
  bool is_cut = false;  // partial warps: the warp has no other lanes
};

struct Suspect {
  CauseKind kind = CauseKind::stride;
  std::size_t row = 0;
  std::uint32_t site = 0;
  double avoidable = 0;  // passes
  Evidence evidence;
};
using Suspects = std::vector<Suspect>;

// One block's accesses in the order of its events.
using BlockAccesses = std::vector<Access>;

}  // namespace warplens::analysis
