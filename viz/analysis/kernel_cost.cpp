#include "viz/analysis/kernel_cost.h"

namespace warplens::analysis {

namespace {

using trace::EventKind;
using trace::SiteTotals;
using trace::Space;

// The class that a site's figures belong to; nullptr when it has none (barrier, branch).
SiteTotals* class_of(const trace::Site& site, KernelTotals& totals) {
  if (site.kind == EventKind::async_copy) return &totals.async_copy;
  if (site.kind == EventKind::bulk_load) return &totals.bulk_load;
  if (site.kind == EventKind::bulk_store) return &totals.bulk_store;
  if (site.space == Space::local) {
    return site.kind == EventKind::load ? &totals.local_load : &totals.local_store;
  }
  const bool global = site.space == Space::global;
  if (!global && site.space != Space::shared) return nullptr;
  switch (site.kind) {
    case EventKind::load:
      return global ? &totals.global_load : &totals.shared_load;
    case EventKind::store:
      return global ? &totals.global_store : &totals.shared_store;
    case EventKind::atomic:
      return global ? &totals.global_atomic : &totals.shared_atomic;
    case EventKind::load_matrix:
      return &totals.shared_load;
    case EventKind::store_matrix:
      return &totals.shared_store;
    default:
      return nullptr;
  }
}

}  // namespace

void add_to_class(const trace::Site& site, const SiteTotals& totals, KernelTotals& into) {
  if (SiteTotals* own = class_of(site, into)) *own += totals;
}

KernelTotals kernel_totals(const trace::Trace& trace) {
  KernelTotals totals;
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    add_to_class(trace.sites[i], trace.totals[i], totals);
  }
  return totals;
}

std::vector<AccessCost> event_costs(const trace::Trace& trace) {
  std::vector<AccessCost> costs;
  costs.reserve(trace.events.size());
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::EventView event = trace.events.view(row);
    costs.push_back(access_cost(trace.sites[event.site], event));
  }
  return costs;
}

double efficiency(const SiteTotals& totals) {
  if (totals.bytes_moved == 0) return 1;
  return static_cast<double>(totals.bytes_used) / static_cast<double>(totals.bytes_moved);
}

}  // namespace warplens::analysis
