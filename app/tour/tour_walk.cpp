#include "app/tour/tour_walk.h"

#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/state/lesson_copies.h"
#include "app/ui/window/picture_drawer.h"

namespace warplens::ui {
namespace {

using Kind = lessons::Condition::Kind;

lessons::Step with_only(const lessons::Step& step, const lessons::Condition& condition) {
  lessons::Step one;
  one.prediction = step.prediction;
  one.done = {condition};
  return one;
}

// Until the step is done, event by event.
void walk(session::Session& session, const lessons::Step& step) {
  const std::size_t events = session.launch()->trace->events.size();
  for (std::size_t i = 0; i < events && !lessons::is_done(step, session); ++i) session.step(1);
}

// On to the next access to the same memory: barriers and branches have little to show.
void move(session::Session& session) {
  const trace::Trace& trace = *session.launch()->trace;
  const auto space = [&] { return trace.sites[trace.events.site(session.cursor().event)].space; };
  const trace::Space start = space();
  for (std::size_t at = session.cursor().event; at + 1 < trace.events.size(); ++at) {
    session.step(1);
    if (space() == start) return;
  }
}

void play(session::Session& session, const lessons::Step& step) {
  constexpr double kSecondsAFrame = 0.05;
  session.toggle_playing();
  while (session.playback().playing && !lessons::is_done(step, session)) {
    session.update(kSecondsAFrame);
  }
  if (session.playback().playing) session.toggle_playing();
}

// Of two kernels the left one is there to compare with.
void show(session::Session& session, const session::NamedKernel& wanted) {
  const auto side = session.is_comparing() ? session::Side::right : session::Side::left;
  if (!wanted.kernel.empty()) session.select_kernel(wanted.kernel, side);
  for (const auto& [name, value] : wanted.parameters) {
    session.set_parameter(name, value, false, side);
  }
  // An index that is none is told by the step, which is not done then.
  if (!wanted.index.empty()) (void)session.set_index(wanted.index, false, side);
}

// Of a file: mended and launched as the condition wants it; nothing where it is about none.
Result<void> show_file(AppState& app, const lessons::Condition& condition) {
  if (condition.file.path.empty()) return {};
  const auto folder = copies_folder(app);
  if (!folder.has_value()) return fail(folder.error());
  return lessons::show_example(app.current_step(), condition, app.session, *folder);
}

void compare(session::Session& session, const lessons::Condition& condition) {
  session.select_kernel(condition.kernel);
  session.compare_with(condition.with);
}

void choose(session::Session& session, const session::HostTimelineKey& place) {
  session::HostTimelineChoice choice = session.choice().timeline;
  choice.scenario = place.scenario;
  choice.bytes = place.bytes;
  session.set_timeline(choice);
}

// The first such span.
void point_at(session::Session& session, const session::SpanKey& place) {
  const timing::TimelineRun* run = session.timeline_run();
  if (run == nullptr) return;
  const auto found = std::ranges::find_if(run->spans, [&](const timing::Span& span) {
    return span.track == place.track && span.action == place.action && !span.is_probe;
  });
  session.point_at_span(static_cast<std::size_t>(found - run->spans.begin()));
}

bool is_shown(const trace::Site& site) {
  return site.kind == trace::EventKind::barrier || site.space == trace::Space::global ||
         site.space == trace::Space::shared;
}

}  // namespace

void leave_text_to_the_page(AppState& app) { app.settings.lesson_arrangement.card = false; }

Result<void> begin_step(AppState& app) {
  go_to_step(app, static_cast<std::ptrdiff_t>(app.step));
  if (auto settled = settle(app); !settled.has_value()) return settled;
  if (app.session.launch() == nullptr || app.session.launch()->trace->events.empty()) {
    return fail("step '{}' shows no event", app.current_step().id);
  }
  return {};
}

Result<void> give_answer(AppState& app) {
  const lessons::Step& step = app.current_step();
  if (!step.prediction || lessons::lacks_timeline(step, app.session)) return {};
  const auto expected = lessons::expected_answer(step, app.session);
  if (!expected) return fail("the trace has no answer to the question of step '{}'", step.id);
  lessons::answer(step, *expected, app.session);
  return {};
}

Result<void> fulfil(AppState& app, const lessons::Condition& condition) {
  session::Session& session = app.session;
  const lessons::Step step = with_only(app.current_step(), condition);
  switch (condition.kind) {
    case Kind::answered:
      if (auto given = give_answer(app); !given.has_value()) return given;
      break;
    case Kind::moved:
      move(session);
      break;
    case Kind::reached:
      walk(session, step);
      break;
    case Kind::played:
      play(session, step);
      break;
    case Kind::shown:
      if (auto done = show_file(app, condition); !done.has_value()) return done;
      if (condition.file.path.empty()) show(session, {condition.kernel, condition.parameters});
      break;
    case Kind::compared:
      compare(session, condition);
      break;
    case Kind::cache:
      session.set_cache(condition.cache);
      break;
    case Kind::occupancy:
      session.set_occupancy(
          lessons::way_to(condition.occupancy, session).value_or(session.choice().occupancy));
      break;
    case Kind::timeline:
    case Kind::judged_timeline:
      choose(session, condition.timeline);
      break;
    case Kind::span:
      point_at(session, condition.span);
      break;
    case Kind::workshop: {
      const auto answer = swizzle::answer(condition.workshop.example);
      if (!answer.has_value()) return fail(answer.error());
      session.set_swizzle(answer->spec);
      session.note_swizzle(session::seen_swizzle(*answer));
      break;
    }
    case Kind::errors:
      show(session,
           {condition.errors.example.empty() ? condition.errors.kernel : condition.errors.example,
            condition.errors.example_parameters});
      session.set_errors(session::choice_for(condition.errors, session.choice().errors));
      break;
    case Kind::motion:
      session.set_motion(condition.motion.example);
      session.note_motion({condition.motion.example, true});
      break;
    case Kind::judged:
      if (auto done = show_file(app, condition); !done.has_value()) return done;
      if (condition.example && condition.file.path.empty()) show(session, *condition.example);
      break;
  }
  session.set_phase(1);
  if (auto settled = settle(app); !settled.has_value()) return settled;
  if (lessons::is_done(step, session)) return {};
  return fail("doing what step '{}' asks does not complete it; see its lesson.json",
              app.current_step().id);
}

std::vector<std::size_t> events_around(const trace::Trace& trace, std::size_t cursor,
                                       std::size_t most) {
  const trace::Events& events = trace.events;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool is_of_the_warp =
        events.block(i) == events.block(cursor) && events.warp(i) == events.warp(cursor);
    if (i == cursor || (is_of_the_warp && is_shown(trace.sites[events.site(i)]))) {
      found.push_back(i);
    }
  }
  if (found.size() <= most) return found;
  const auto at = static_cast<std::size_t>(std::ranges::find(found, cursor) - found.begin());
  const std::size_t first = at < most ? 0 : std::min(at - most / 2, found.size() - most);
  const auto begin = found.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(most)};
}

}  // namespace warplens::ui
