// From step to step of the course.
#include <algorithm>

#include "app/lessons/stops.h"
#include "app/state/answers.h"
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

const lessons::CoursePath* followed_path(const AppState& app) {
  const auto path = std::ranges::find(app.paths, app.settings.path, &lessons::CoursePath::id);
  return path == app.paths.end() ? nullptr : &*path;
}

std::optional<std::size_t> place_on_path(const AppState& app) {
  const lessons::CoursePath* path = followed_path(app);
  if (path == nullptr) return std::nullopt;
  return path->place_of(lessons::name_of(app.lessons, {app.lesson, app.step}));
}

namespace {

void go_to(AppState& app, CoursePlace place) {
  app.lesson = place.lesson;
  go_to_step(app, static_cast<std::ptrdiff_t>(place.step));
}

// Its first one where all are.
CoursePlace first_undone(const AppState& app, const lessons::CoursePath& path) {
  std::optional<CoursePlace> first;
  for (const lessons::PathStep& each : path.steps) {
    const auto place = lessons::find_step(app.lessons, each.step);
    if (!place) continue;
    const lessons::Lesson& lesson = app.lessons[place->lesson];
    if (!app.settings.has_done(lesson.id, lesson.steps[place->step].id)) return *place;
    if (!first) first = place;
  }
  return first.value_or(CoursePlace{app.lesson, app.step});
}

std::optional<CoursePlace> neighbour_on_path(const AppState& app, std::size_t here, int direction) {
  const lessons::CoursePath& path = *followed_path(app);
  if (direction < 0 ? here == 0 : here + 1 >= path.steps.size()) return std::nullopt;
  return lessons::find_step(app.lessons, path.steps[direction < 0 ? here - 1 : here + 1].step);
}

}  // namespace

void follow_path(AppState& app, const std::string& id) {
  app.settings.path = id;
  const lessons::CoursePath* path = followed_path(app);
  if (path == nullptr) app.settings.path.clear();
  if (path != nullptr && (app.mode != Mode::lesson || !place_on_path(app)))
    go_to(app, first_undone(app, *path));
  save(app);
}

Result<lessons::CoursePath> path_named(const AppState& app, const std::string& name) {
  const auto known = std::ranges::find(app.paths, name, &lessons::CoursePath::id);
  if (known != app.paths.end()) return *known;
  TRY(auto path, lessons::read_path(name));
  TRY(lessons::check_path(path, app.lessons));
  return path;
}

Result<void> add_path(AppState& app, lessons::CoursePath path) {
  TRY(lessons::check_path(path, app.lessons));
  std::erase_if(app.paths, [&](const lessons::CoursePath& each) { return each.id == path.id; });
  app.paths.push_back(std::move(path));
  return {};
}

std::optional<CoursePlace> neighbouring_step(const AppState& app, int direction) {
  if (const auto on_path = place_on_path(app)) return neighbour_on_path(app, *on_path, direction);
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
  if (place) go_to(app, *place);
}

namespace {

std::optional<std::size_t> next_stop(const AppState& app, int direction) {
  if (!app.has_transport()) return std::nullopt;
  const std::vector<std::size_t> stops = lessons::stops_of(app.current_step(), app.session);
  const std::size_t here = app.session.cursor().event;
  if (direction > 0) {
    const auto on = std::ranges::upper_bound(stops, here);
    return on == stops.end() ? std::nullopt : std::optional(*on);
  }
  const auto back = std::ranges::lower_bound(stops, here);
  return back == stops.begin() ? std::nullopt : std::optional(*std::prev(back));
}

}  // namespace

void go_to_stop(AppState& app, int direction) {
  if (app.mode != Mode::lesson) return app.session.step(direction);
  const auto stop = next_stop(app, direction);
  if (!stop) return go_on(app, direction);
  app.session.seek(*stop);
  if (direction > 0) app.session.playback().glide();
}

bool note_progress(AppState& app) {
  if (app.mode != Mode::lesson || app.step_done ||
      !lessons::is_done(app.current_step(), app.session))
    return false;
  app.step_done = true;
  const bool is_new =
      app.settings.completed[app.current_lesson().id].insert(app.current_step().id).second;
  if (is_new && lessons::is_challenge(app.current_step())) note_challenge(app);
  if (is_new) save(app);
  return true;
}

}  // namespace warplens::ui
