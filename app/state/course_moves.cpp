// From step to step of the course.
#include <algorithm>

#include "app/state/app_state.h"
#include "app/state/lesson_copies.h"

namespace warplens::ui {

void go_to_step(AppState& app, std::ptrdiff_t step) {
  const auto last = static_cast<std::ptrdiff_t>(app.current_lesson().steps.size()) - 1;
  app.step = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(step, 0, last));
  const std::string place = app.current_lesson().id + "/" + app.current_step().id;
  const bool is_again = app.mode == Mode::lesson && app.entered == place;
  app.entered = place;
  app.step_done = false;
  app.all_controls = false;
  app.mode = Mode::lesson;
  app.settings.mode = "lesson";
  app.views = app.current_step().scene.views;
  app.coloring = app.current_step().scene.color_by;
  app.shows_blocks = app.current_step().scene.blocks;
  app.settings.lesson = app.current_lesson().id;
  app.settings.step = static_cast<int>(app.step);
  app.step_opens_drawer = app.current_step().scene.drawer != lessons::DrawerPart::none;
  if (app.step_opens_drawer) app.drawer_part = app.current_step().scene.drawer;
  const Result<void> entered = enter_step(app, is_again);
  if (!entered.has_value()) app.notice = entered.error().message.in(app.language());
  save(app);
}

Result<void> go_to_lesson(AppState& app, const std::string& id, std::ptrdiff_t step) {
  TRY(const auto index, lessons::find_lesson(app.lessons, id));
  app.lesson = index;
  go_to_step(app, step);
  return {};
}

std::optional<CoursePlace> neighbouring_step(const AppState& app, int direction) {
  const CoursePlace here{app.lesson, app.step};
  if (direction > 0) {
    if (here.step + 1 < app.current_lesson().steps.size())
      return CoursePlace{here.lesson, here.step + 1};
    if (here.lesson + 1 < app.lessons.size()) return CoursePlace{here.lesson + 1, 0};
    return std::nullopt;
  }
  if (here.step > 0) return CoursePlace{here.lesson, here.step - 1};
  if (here.lesson == 0) return std::nullopt;
  return CoursePlace{here.lesson - 1, app.lessons[here.lesson - 1].steps.size() - 1};
}

void go_on(AppState& app, int direction) {
  const auto place = neighbouring_step(app, direction);
  if (!place) return;
  app.lesson = place->lesson;
  go_to_step(app, static_cast<std::ptrdiff_t>(place->step));
}

bool note_progress(AppState& app) {
  if (app.mode != Mode::lesson || app.step_done ||
      !lessons::is_done(app.current_step(), app.session))
    return false;
  app.step_done = true;
  const bool is_new =
      app.settings.completed[app.current_lesson().id].insert(app.current_step().id).second;
  if (is_new) save(app);
  return true;
}

}  // namespace warplens::ui
