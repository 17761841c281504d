// A trace's costs by source line, for the source view and the command line's table.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

// A line can store to global memory what it reads from shared memory: the two sides stay apart.
// An asynchronous copy counts on both.
struct LineCost {
  trace::SiteTotals global, shared;

  // Adds what a site of this line costs; barriers, branches and local memory add nothing.
  void add(const trace::Site& site, const trace::SiteTotals& totals);
};

// Lines with at least one access to global or shared memory.
[[nodiscard]] std::map<SourceLine, LineCost> line_costs(const trace::Trace& trace);

}  // namespace warplens::analysis
