// A whole kernel's costs: per event, per site, totals by class of access.
//
// Pure functions of a Trace. Totals come from Trace::totals and so cover all blocks; per-event
// costs cover the recorded window.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

// Totals in the classes that `warplens trace --json` prints.
struct KernelTotals {
  trace::SiteTotals global_load, global_store, global_atomic;
  trace::SiteTotals shared_load, shared_store, shared_atomic;
  trace::SiteTotals async_copy;
  trace::SiteTotals local_load, local_store;
};

// Adds to the class that `site` belongs to; barriers and branches belong to none.
void add_to_class(const trace::Site& site, const trace::SiteTotals& totals, KernelTotals& into);

[[nodiscard]] KernelTotals kernel_totals(const trace::Trace& trace);

// One cost an event, in the order of Trace::events.
[[nodiscard]] std::vector<AccessCost> event_costs(const trace::Trace& trace);

// Distinct bytes used / bytes moved, in [0, 1]; 1 when nothing was moved.
[[nodiscard]] double efficiency(const trace::SiteTotals& totals);

}  // namespace warplens::analysis
