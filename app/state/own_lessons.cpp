#include "app/state/own_lessons.h"

#include <algorithm>

#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

LessonStamps stamps_of(const fs::path& folder) {
  return {trace::capture_stamp(folder / "lesson.json"), trace::capture_stamp(folder / "en.md"),
          trace::capture_stamp(folder / "zh.md")};
}

// By number; who stands in a lesson stays in it.
void put_in_order(AppState& app) {
  const std::string current = app.current_lesson().id;
  std::ranges::stable_sort(app.lessons, {}, &lessons::Lesson::number);
  const auto at = std::ranges::find(app.lessons, current, &lessons::Lesson::id);
  if (at != app.lessons.end()) app.lesson = static_cast<std::size_t>(at - app.lessons.begin());
}

// The step that the person stands at, in the lesson as it is now.
void stay_at_step(AppState& app, const std::string& id, bool begins_anew) {
  const auto& steps = app.current_lesson().steps;
  const auto at = std::ranges::find(steps, id, &lessons::Step::id);
  app.step = at != steps.end() ? static_cast<std::size_t>(at - steps.begin())
                               : std::min(app.step, steps.size() - 1);
  const bool is_led = app.mode == Mode::lesson;
  if (is_led && (begins_anew || at == steps.end()))
    go_to_step(app, static_cast<std::ptrdiff_t>(app.step));
}

void replace(AppState& app, lessons::Lesson& old, lessons::Lesson read, bool begins_anew) {
  const bool is_current = &old == &app.current_lesson();
  const std::string step = is_current ? app.current_step().id : std::string();
  old = std::move(read);
  put_in_order(app);
  if (is_current) stay_at_step(app, step, begins_anew);
}

Result<void> read_again(AppState& app, const fs::path& folder, bool begins_anew) {
  TRY(auto read, lessons::load_lesson(folder, app.features));
  TRY(lessons::check_is_new(app.lessons, read));
  const auto known = std::ranges::find(app.lessons, folder, &lessons::Lesson::folder);
  if (known != app.lessons.end()) {
    replace(app, *known, std::move(read), begins_anew);
  } else {
    // Inserting moves the lessons, not the person.
    app.lessons.push_back(std::move(read));
    put_in_order(app);
  }
  return {};
}

void tell(AppState& app, const Result<void>& read) {
  std::string& told = app.own_lessons.told;
  if (app.notice == told) app.notice.clear();
  told = read.has_value() ? "" : read.error().message.in(app.language());
  if (!told.empty()) app.notice = told;
}

// Between an editor's deleting and writing a file there is nothing to read.
bool is_whole(const LessonStamps& stamps) {
  return std::ranges::find(stamps, std::uint64_t{0}) == stamps.end();
}

}  // namespace

void watch_lessons(AppState& app) {
  for (const fs::path& own : app.own_lessons.folders) {
    for (const fs::path& folder : lessons::lesson_folders_in(own)) {
      const LessonStamps now = stamps_of(folder);
      const auto [known, is_first] = app.own_lessons.stamps.try_emplace(folder, now);
      const bool is_loaded =
          std::ranges::find(app.lessons, folder, &lessons::Lesson::folder) != app.lessons.end();
      if (is_first && (is_loaded || !app.own_lessons.is_watching)) continue;
      if (!is_whole(now) || (!is_first && known->second == now)) continue;
      const bool is_other_stage = known->second.front() != now.front();
      known->second = now;
      tell(app, read_again(app, folder, is_other_stage));
      ++app.own_lessons.readings;
    }
  }
  app.own_lessons.is_watching = true;
}

}  // namespace warplens::ui
