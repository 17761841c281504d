#include "app/features/host_timeline/host_runs.h"

#include <algorithm>

#include "kernels/run/run.h"

namespace warplens::host_timeline {
namespace {

// Once.
template <class T>
void note(T seen, session::Session& session) {
  const std::vector<T>& known = session.activity().seen.of<T>();
  if (std::ranges::find(known, seen) == known.end()) session.note(std::move(seen));
}

bool has_run(const HostTimelinePtr& timeline, const HostTimelineKey& wanted) {
  return timeline && timeline->find(wanted.scenario, wanted.bytes, wanted.parts) != nullptr;
}

}  // namespace

HostRuns::HostRuns(const session::Surroundings& surroundings)
    : wake_(surroundings.wake), codes_(read_host_codes(surroundings.catalogue.assets(), trouble_)) {
  measure_with([&catalogue = surroundings.catalogue, gpu = surroundings.gpu,
                memory = surroundings.memory]() -> Result<MeasureHostTimeline> {
    if (gpu == nullptr) return fail(tr("there is no GPU to measure on"));
    TRY(auto measure, open_gpu_host_timeline(catalogue, gpu));
    return session::within(memory, std::move(measure));
  });
}

void HostRuns::measure_with(std::function<Result<MeasureHostTimeline>()> open) {
  live_ = std::make_unique<LiveHostTimeline>(std::move(open), wake_);
}

void HostRuns::offer(HostTimelines timelines, session::Session& session) {
  if (timelines == timelines_) return;
  timelines_ = std::move(timelines);
  span_.reset();
  look(session);
}

const HostTimelinePtr& HostRuns::timeline(const session::Session& session) const {
  return session.chosen<HostTimelineChoice>().is_live ? timelines_.live : timelines_.recorded;
}

const timing::TimelineRun* HostRuns::run(const session::Session& session) const {
  const HostTimelinePtr& of = timeline(session);
  if (!of) return nullptr;
  const auto& chosen = session.chosen<HostTimelineChoice>();
  return of->find(chosen.scenario, chosen.bytes, chosen.parts);
}

void HostRuns::point_at(std::size_t span, session::Session& session) {
  const timing::TimelineRun* of = run(session);
  span_.reset();
  if (of == nullptr || span >= of->spans.size()) return;
  span_ = span;
  note(SpanKey{of->spans[span].track, of->spans[span].action}, session);
}

// Recorded or live as before, but not where only the other has such a run.
void HostRuns::stage(const session::Session& now, const session::Stage& stage,
                     session::FeatureChoices& next) const {
  if (!stage.asked.has<HostTimelineKey>()) return;
  const HostTimelineKey& wanted = stage.asked.of<HostTimelineKey>();
  const bool is_live = now.chosen<HostTimelineChoice>().is_live;
  const bool is_there = has_run(is_live ? timelines_.live : timelines_.recorded, wanted);
  const bool is_other = has_run(is_live ? timelines_.recorded : timelines_.live, wanted);
  next.set(HostTimelineChoice{
      wanted.scenario, wanted.bytes,
      timing::has_parts(wanted.scenario) ? wanted.parts : now.chosen<HostTimelineChoice>().parts,
      !is_there && is_other ? !is_live : is_live});
}

void HostRuns::begin(const session::Stage& /*stage*/) { span_.reset(); }

void HostRuns::look(session::Session& session) {
  const auto& chosen = session.chosen<HostTimelineChoice>();
  if (std::exchange(looked_at_, chosen) != chosen) span_.reset();
  if (const timing::TimelineRun* shown = run(session))
    note(HostTimelineKey{shown->scenario, shown->bytes, shown->parts}, session);
}

bool HostRuns::lacks(const session::Stage& stage, const session::Session& session) const {
  return stage.asked.has<HostTimelineKey>() &&
         !has_run(timeline(session), stage.asked.of<HostTimelineKey>());
}

const HostRuns& runs(const session::Session& session) { return *session.companion<HostRuns>(); }
HostRuns& runs(session::Session& session) { return *session.companion<HostRuns>(); }
const HostTimelinePtr& shown_timeline(const session::Session& session) {
  return runs(session).timeline(session);
}
const timing::TimelineRun* shown_run(const session::Session& session) {
  return runs(session).run(session);
}
std::optional<std::size_t> shown_span(const session::Session& session) {
  return runs(session).span();
}

}  // namespace warplens::host_timeline
