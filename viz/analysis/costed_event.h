// An event with what it costs: what views, panels and the command line are given, so that none of
// them computes it again.
//
//   on screen:     event_costs(trace), once a result ──► explained_event() where the cursor stands,
//                  once a move ──► const ExplainedEvent& ──► every panel and view
//   command line:  costed_event(trace, row), once a row ──► text or JSON
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/shared_breakdown.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

// `trace` and `site` are the caller's and outlive it.
struct CostedEvent {
  const trace::Trace* trace = nullptr;  // null: of none
  const trace::Site* site = nullptr;
  trace::EventView view;
  AccessCost cost;
};

// …and how the cost comes about, on each side.
struct ExplainedEvent : CostedEvent {
  SharedBreakdown shared;
  std::vector<std::uint64_t> sectors;  // touched_sectors()
};

[[nodiscard]] CostedEvent costed_event(const trace::Trace& trace, std::size_t row);

// `cost` as event_costs() gives it for this row.
[[nodiscard]] ExplainedEvent explained_event(const trace::Trace& trace, std::size_t row,
                                             const AccessCost& cost);
// Explains an event that belongs to no trace.
[[nodiscard]] ExplainedEvent explained_event(const trace::Site& site,
                                             const trace::EventView& event);

}  // namespace warplens::analysis
