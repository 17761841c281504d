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

// A line can store to global memory what it reads from there or from shared memory: these stay
// apart. An asynchronous copy counts as a global load and on the shared side; an atomic as a store.
struct LineCost {
  trace::SiteTotals global_load, global_store, shared, local;

  [[nodiscard]] trace::SiteTotals global() const;  // both
  [[nodiscard]] bool is_empty() const;

  // Adds what a site of this line costs; barriers and branches add nothing.
  void add(const trace::Site& site, const trace::SiteTotals& totals);
};

// Lines with at least one access to memory.
[[nodiscard]] std::map<SourceLine, LineCost> line_costs(const trace::Trace& trace);
// Line costs from other totals than the trace's, one for each of its sites.
[[nodiscard]] std::map<SourceLine, LineCost> line_costs(
    const trace::Trace& trace, const std::vector<trace::SiteTotals>& totals);

}  // namespace warplens::analysis
