#include "app/lessons/doing.h"

#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/show_kernel.h"

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

void compare(session::Session& session, const Condition& condition) {
  select_kernel(session, condition.kernel);
  compare_with(session, condition.with);
}

}  // namespace

Step only(const Step& step, const Condition& condition) {
  Step one;
  one.prediction = step.prediction;
  one.done = {condition};
  return one;
}

Result<void> give_answer(const Step& step, session::Session& session) {
  if (!step.prediction || lacks_recording(step, session)) return {};
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
      show_kernel(session, {condition.kernel, condition.parameters});
      break;
    case Kind::compared:
      compare(session, condition);
      break;
    case Kind::judged:
      if (!condition.example) {
        return fail(tr("step '{}': a challenge needs an \"example\" that meets it", step.id));
      }
      show_kernel(session, *condition.example);
      break;
    case Kind::feature:
      return condition.goal->act(session);
  }
  return {};
}

}  // namespace warplens::lessons
