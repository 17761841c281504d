// A whole kernel's costs: per event, per site, totals by class of access.
//
// Pure functions of a Trace. Totals come from Trace::totals and so cover all blocks; per-event
// costs cover the recorded window.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
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
  trace::SiteTotals bulk_load, bulk_store;  // by TMA
};

// A class, and the sides of memory that it has figures of.
struct TotalsClass {
  std::string_view name;
  trace::SiteTotals KernelTotals::*own;
  bool has_global = false, has_shared = false;
};
inline constexpr std::array<TotalsClass, 11> kTotalsClasses{{
    {"global_load", &KernelTotals::global_load, true, false},
    {"global_store", &KernelTotals::global_store, true, false},
    {"global_atomic", &KernelTotals::global_atomic, true, false},
    {"shared_load", &KernelTotals::shared_load, false, true},
    {"shared_store", &KernelTotals::shared_store, false, true},
    {"shared_atomic", &KernelTotals::shared_atomic, false, true},
    {"async_copy", &KernelTotals::async_copy, true, true},
    {"local_load", &KernelTotals::local_load, true, false},
    {"local_store", &KernelTotals::local_store, true, false},
    {"bulk_load", &KernelTotals::bulk_load, true, false},
    {"bulk_store", &KernelTotals::bulk_store, true, false},
}};

// Adds to the class that `site` belongs to; barriers and branches belong to none.
void add_to_class(const trace::Site& site, const trace::SiteTotals& totals, KernelTotals& into);

[[nodiscard]] KernelTotals kernel_totals(const trace::Trace& trace);

// One cost an event, in the order of Trace::events.
[[nodiscard]] std::vector<AccessCost> event_costs(const trace::Trace& trace);

// Distinct bytes used / bytes moved, in [0, 1]; 1 when nothing was moved.
[[nodiscard]] double efficiency(const trace::SiteTotals& totals);

}  // namespace warplens::analysis
