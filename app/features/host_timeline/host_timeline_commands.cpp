#include "app/features/host_timeline/host_timeline_commands.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/live_host_timeline.h"
#include "app/session/live_timing.h"
#include "app/state/app_state.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/measure_timeline.h"

namespace warplens::ui {
namespace {

using host_timeline::HostTimelineChoice;

template <class Change>
Command change_timeline(Change change) {
  return [change](AppState& app) {
    HostTimelineChoice choice = app.session.chosen<host_timeline::HostTimelineChoice>();
    change(choice);
    app.session.choose(choice);
  };
}

// Spans by their begins; the host's call before what it queued.
std::vector<std::size_t> spans_in_time(const timing::TimelineRun& run) {
  std::vector<std::size_t> order(run.spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return run.spans[i].is_probe; });
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return run.spans[i].begin; });
  return order;
}

}  // namespace

Command choose_scenario(timing::Scenario scenario) {
  return change_timeline([scenario](HostTimelineChoice& choice) { choice.scenario = scenario; });
}

Command choose_array_bytes(std::uint64_t bytes) {
  return change_timeline([bytes](HostTimelineChoice& choice) { choice.bytes = bytes; });
}

Command choose_parts(std::uint32_t parts) {
  return change_timeline([parts](HostTimelineChoice& choice) { choice.parts = parts; });
}

void next_scenario(AppState& app) {
  const auto now =
      static_cast<std::size_t>(app.session.chosen<host_timeline::HostTimelineChoice>().scenario);
  const auto next = (now + 1) % timing::kScenarioNames.size();
  choose_scenario(static_cast<timing::Scenario>(next))(app);
}

void step_array_bytes(AppState& app, int by) {
  const std::vector<std::uint64_t> sizes = array_sizes(app.session);
  const auto at =
      std::ranges::find(sizes, app.session.chosen<host_timeline::HostTimelineChoice>().bytes) -
      sizes.begin();
  const auto last = static_cast<std::ptrdiff_t>(sizes.size()) - 1;
  const auto wanted = std::clamp<std::ptrdiff_t>(at + by, 0, last);
  choose_array_bytes(sizes[static_cast<std::size_t>(wanted)])(app);
}

Command choose_timeline_source(bool is_live) {
  return change_timeline([is_live](HostTimelineChoice& choice) { choice.is_live = is_live; });
}

Command choose_span(std::size_t span) {
  return [span](AppState& app) { host_timeline::runs(app.session).point_at(span, app.session); };
}

void step_span(AppState& app, int by) {
  const timing::TimelineRun* run = host_timeline::shown_run(app.session);
  if (run == nullptr || app.hides_costs()) return;
  const std::vector<std::size_t> order = spans_in_time(*run);
  const auto count = static_cast<std::ptrdiff_t>(order.size());
  if (count == 0) return;
  const auto now = host_timeline::shown_span(app.session);
  const auto at = now ? std::ranges::find(order, *now) - order.begin() : (by > 0 ? -1 : count);
  const auto next = std::clamp<std::ptrdiff_t>(at + by, 0, count - 1);
  host_timeline::runs(app.session).point_at(order[static_cast<std::size_t>(next)], app.session);
}

void measure_timeline_or_stop(AppState& app) {
  host_timeline::LiveHostTimeline& live = host_timeline::runs(app.session).live();
  if (live.busy()) return live.cancel();
  if (app.live->busy()) return;  // either would disturb the other
  live.start(app.session.chosen<host_timeline::HostTimelineChoice>().bytes);
}

std::vector<std::uint64_t> array_sizes(const session::Session& session) {
  const std::vector<std::uint64_t> usual = timing::usual_timeline_sizes();
  std::set<std::uint64_t> sizes(usual.begin(), usual.end());
  for (const auto& timeline : {host_timeline::runs(session).timelines().recorded,
                               host_timeline::runs(session).timelines().live}) {
    if (timeline) std::ranges::copy(timeline->sizes(), std::inserter(sizes, sizes.end()));
  }
  sizes.insert(session.chosen<host_timeline::HostTimelineChoice>().bytes);
  return {sizes.begin(), sizes.end()};
}

std::vector<std::uint32_t> part_counts(const session::Session& session) {
  const std::vector<std::uint32_t> usual = timing::usual_timeline_parts();
  std::set<std::uint32_t> parts(usual.begin(), usual.end());
  for (const auto& timeline : {host_timeline::runs(session).timelines().recorded,
                               host_timeline::runs(session).timelines().live}) {
    if (timeline) std::ranges::copy(timeline->parts(), std::inserter(parts, parts.end()));
  }
  parts.insert(session.chosen<host_timeline::HostTimelineChoice>().parts);
  return {parts.begin(), parts.end()};
}

void offer_timelines(AppState& app) {
  host_timeline::HostRuns& runs = host_timeline::runs(app.session);
  runs.live().update();
  const session::HostTimelinePtr& live = runs.live().measured();
  const host_timeline::HostTimelines& before = runs.timelines();
  const bool is_fresh = live != before.live;
  const bool is_read = !app.recordings.is_reading() && before.recorded == nullptr;
  if (!is_fresh && !is_read) return;
  runs.offer({app.recordings.timeline(app.session.families()), live}, app.session);
  if (is_fresh) choose_timeline_source(true)(app);
}

scene::TimeWindow& timeline_lens(Ui& ui, const session::Session& session) {
  TimelineLens& lens = ui.state<TimelineLens>();
  const timing::TimelineRun& run = *host_timeline::shown_run(session);
  if (lens.timeline != host_timeline::shown_timeline(session) ||
      lens.choice != session.chosen<host_timeline::HostTimelineChoice>()) {
    lens = {host_timeline::shown_timeline(session),
            session.chosen<host_timeline::HostTimelineChoice>(), scene::whole(run), std::nullopt};
  }
  const auto chosen = host_timeline::shown_span(session);
  if (chosen && chosen != lens.revealed) lens.window = revealing(run, lens.window, *chosen);
  lens.revealed = chosen;
  return lens.window;
}

}  // namespace warplens::ui
