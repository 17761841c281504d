#include "viz/analysis/costed_event.h"

namespace warplens::analysis {
namespace {

ExplainedEvent explained(const CostedEvent& event) {
  return {event, shared_breakdown(*event.site, event.view),
          touched_sectors(*event.site, event.view)};
}

}  // namespace

CostedEvent costed_event(const trace::Trace& trace, std::size_t row) {
  CostedEvent event{&trace, nullptr, trace.events.view(row), {}};
  event.site = &trace.sites[event.view.site];
  event.cost = access_cost(*event.site, event.view);
  return event;
}

ExplainedEvent explained_event(const trace::Trace& trace, std::size_t row, const AccessCost& cost) {
  const trace::Site& site = trace.sites[trace.events.site(row)];
  return explained({&trace, &site, trace.events.view(row), cost});
}

ExplainedEvent explained_event(const trace::Site& site, const trace::EventView& event) {
  return explained({nullptr, &site, event, access_cost(site, event)});
}

}  // namespace warplens::analysis
