#include "app/tour/tour_walk.h"

#include <numeric>

#include "app/lessons/doing.h"
#include "app/session/kernel_result.h"
#include "app/state/lesson_copies.h"
#include "app/ui/window/picture_drawer.h"

namespace warplens::ui {
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

}  // namespace warplens::ui
