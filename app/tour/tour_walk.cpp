#include "app/tour/tour_walk.h"

#include <algorithm>
#include <numeric>

#include "app/lessons/doing.h"
#include "app/session/kernel_result.h"
#include "app/state/lesson_copies.h"
#include "app/ui/window/picture_drawer.h"

namespace warplens::ui {
namespace {

bool is_shown(const trace::Site& site) {
  return site.kind == trace::EventKind::barrier || site.space == trace::Space::global ||
         site.space == trace::Space::shared;
}

}  // namespace

void leave_text_to_the_page(AppState& app) { app.settings.lesson_arrangement.card = false; }

Result<void> begin_step(AppState& app) {
  go_to_step(app, static_cast<std::ptrdiff_t>(app.step));
  TRY(settle(app));
  if (app.session.launch() == nullptr || app.session.launch()->trace->events.empty()) {
    return fail(tr("step '{}' shows no event", app.current_step().id));
  }
  return {};
}

Result<void> give_answer(AppState& app) {
  return lessons::give_answer(app.current_step(), app.session);
}

Result<void> fulfil(AppState& app, const lessons::Condition& condition) {
  const lessons::Step& step = app.current_step();
  TRY(const auto copies, copies_folder(app));
  TRY(lessons::act(step, condition, app.session, copies));
  app.session.playback().hold(1);
  TRY(settle(app));
  if (lessons::is_done(lessons::only(step, condition), app.session)) return {};
  return fail(tr("doing what step '{}' asks does not complete it; see its lesson.json", step.id));
}

Result<std::vector<std::size_t>> chosen_lessons(const AppState& app, const std::string& id) {
  if (!id.empty()) {
    return lessons::find_lesson(app.lessons, id).map([](std::size_t index) {
      return std::vector{index};
    });
  }
  std::vector<std::size_t> all(app.lessons.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
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
