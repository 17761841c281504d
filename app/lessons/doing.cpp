#include "app/lessons/doing.h"

#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/session/choice/host_timeline_choice.h"
#include "app/session/choice/occupancy_choice.h"
#include "app/session/errors/error_choice.h"

namespace warplens::lessons {
namespace {

using Kind = Condition::Kind;

// Until the step is done, event by event.
void walk(session::Session& session, const Step& step) {
  constexpr int kPatience = 40;  // presses
  for (int i = 0; i < kPatience && !is_done(step, session); ++i) session.step(1);
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

void play(session::Session& session, const Step& step) {
  constexpr double kSecondsAFrame = 0.05;
  constexpr int kPatience = 600;  // frames: half a minute
  session.toggle_playing();
  for (int i = 0; i < kPatience && session.playback().playing && !is_done(step, session); ++i) {
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

void compare(session::Session& session, const Condition& condition) {
  session.select_kernel(condition.kernel);
  session.compare_with(condition.with);
}

void choose(session::Session& session, const session::HostTimelineKey& place) {
  session::HostTimelineChoice choice = session.chosen<session::HostTimelineChoice>();
  choice.scenario = place.scenario;
  choice.bytes = place.bytes;
  session.choose(choice);
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

}  // namespace

Step only(const Step& step, const Condition& condition) {
  Step one;
  one.prediction = step.prediction;
  one.done = {condition};
  return one;
}

Result<void> give_answer(const Step& step, session::Session& session) {
  if (!step.prediction || lacks_timeline(step, session)) return {};
  const auto expected = expected_answer(step, session);
  if (!expected) {
    return fail(tr("the trace has no answer to the question of step '{}'", step.id));
  }
  answer(step, *expected, session);
  return {};
}

Result<void> act(const Step& step, const Condition& condition, session::Session& session,
                 const std::filesystem::path& copies) {
  if (!condition.file.path.empty()) return show_example(step, condition, session, copies);
  const Step one = only(step, condition);
  switch (condition.kind) {
    case Kind::answered:
      return give_answer(step, session);
    case Kind::moved:
      move(session);
      break;
    case Kind::reached:
      walk(session, one);
      break;
    case Kind::played:
      play(session, one);
      break;
    case Kind::shown:
      show(session, {condition.kernel, condition.parameters});
      break;
    case Kind::compared:
      compare(session, condition);
      break;
    case Kind::cache:
      session.set_cache(condition.cache);
      break;
    case Kind::occupancy:
      session.choose(way_to(condition.occupancy, session)
                         .value_or(session.chosen<session::OccupancyChoice>()));
      break;
    case Kind::timeline:
    case Kind::judged_timeline:
      choose(session, condition.timeline);
      break;
    case Kind::span:
      point_at(session, condition.span);
      break;
    case Kind::workshop: {
      TRY(const auto answer, swizzle::answer(condition.workshop.example));
      session.choose(answer.spec);
      session.note_swizzle(session::seen_swizzle(answer));
      break;
    }
    case Kind::errors:
      show(session,
           {condition.errors.example.empty() ? condition.errors.kernel : condition.errors.example,
            condition.errors.example_parameters});
      session.choose(session::choice_for(condition.errors, session.chosen<session::ErrorChoice>()));
      break;
    case Kind::motion:
      session.choose(condition.motion.example);
      session.note_motion({condition.motion.example, true});
      break;
    case Kind::judged:
      if (!condition.example) {
        return fail(tr("step '{}': a challenge needs an \"example\" that meets it", step.id));
      }
      show(session, *condition.example);
      break;
  }
  return {};
}

}  // namespace warplens::lessons
