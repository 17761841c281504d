#include "app/lessons/stops.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "app/session/kernel_result.h"
#include "app/session/session.h"

namespace warplens::lessons {
namespace {

using session::LaunchResult;
using session::PassingEvents;
using Stops = std::set<std::size_t>;

void add(Stops& stops, const session::Session& session, const session::Anchor& anchor) {
  const auto at = session::find_event(*session.result(), anchor);
  if (at && at->launch == session.cursor().launch) stops.insert(at->event);
}

Stops named_by(const Step& step, const session::Session& session) {
  Stops stops;
  if (step.stage.cursor) add(stops, session, *step.stage.cursor);
  if (step.prediction && step.prediction->at) add(stops, session, *step.prediction->at);
  for (const Condition& condition : step.done) {
    if (condition.kind == Condition::Kind::reached) add(stops, session, condition.place);
  }
  return stops;
}

// The first of each source line, space and kind, and where the cost there is another than before.
std::vector<std::size_t> new_ones(const LaunchResult& launch, const PassingEvents& passing) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  std::vector<std::size_t> found;
  for (std::size_t place = 0; place < passing.size(); ++place) {
    const std::size_t event = passing.event(place);
    const analysis::AccessCost& cost = launch.costs[event];
    const std::uint32_t site = launch.trace->events.site(event);
    if (seen.emplace(site, cost.sectors, cost.wavefronts).second) found.push_back(event);
  }
  return found;
}

// `count` of them, from the first to the last.
std::vector<std::size_t> spread(const std::vector<std::size_t>& all, std::size_t count) {
  if (all.size() <= count) return all;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(all[count == 1 ? 0 : i * (all.size() - 1) / (count - 1)]);
  return some;
}

std::vector<std::size_t> all_of(const PassingEvents& passing) {
  std::vector<std::size_t> events;
  for (std::size_t place = 0; place < passing.size(); ++place)
    events.push_back(passing.event(place));
  return events;
}

// Up to `most` in all: evenly spread ones, then any.
void fill_up(Stops& stops, const std::vector<std::size_t>& from, std::size_t most) {
  if (stops.size() >= most) return;
  for (const std::size_t event : spread(from, most - stops.size())) stops.insert(event);
  for (const std::size_t event : from) {
    if (stops.size() >= most) return;
    stops.insert(event);
  }
}

}  // namespace

std::vector<std::size_t> stops_of(const Step& step, const session::Session& session) {
  const LaunchResult* launch = session.launch();
  if (launch == nullptr || !session.result()) return {};
  const PassingEvents& passing = session.passing();
  if (passing.size() <= kMostStops) return all_of(passing);
  Stops stops = named_by(step, session);
  fill_up(stops, new_ones(*launch, passing), kMostStops);
  fill_up(stops, all_of(passing), kFewestStops);
  return {stops.begin(), stops.end()};
}

}  // namespace warplens::lessons
