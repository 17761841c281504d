// Lessons found on disk: ours, and a person's own beside them.
#include <algorithm>

#include "app/lessons/lesson.h"
#include "kernels/base/names.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

bool is_lesson(const fs::path& folder) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(folder / "lesson.json", error).type();
  return type != fs::file_type::not_found && type != fs::file_type::none;
}

std::vector<fs::path> lesson_folders(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_lesson(entry->path())) folders.push_back(entry->path());
  }
  std::ranges::sort(folders);
  return folders;
}

}  // namespace

Result<LoadedLessons> load_lessons(const fs::path& folder, session::Features features) {
  LoadedLessons loaded;
  for (const fs::path& one : lesson_folders(folder)) {
    auto lesson = load_lesson(one, features);
    if (lesson.has_value()) {
      loaded.lessons.push_back(std::move(*lesson));
    } else {
      loaded.broken.push_back(lesson.error());
    }
  }
  if (loaded.lessons.empty() && !loaded.broken.empty()) return fail(loaded.broken.front());
  if (loaded.lessons.empty()) {
    return fail(tr("no lessons in {}; is the assets folder complete?", folder.string()));
  }
  std::ranges::stable_sort(loaded.lessons, {}, &Lesson::number);
  return loaded;
}

std::vector<fs::path> lesson_folders_in(const fs::path& folder) {
  return is_lesson(folder) ? std::vector{folder} : lesson_folders(folder);
}

Result<void> check_is_new(const std::vector<Lesson>& lessons, const Lesson& added) {
  const auto same = std::ranges::find_if(lessons, [&](const Lesson& each) {
    return each.folder != added.folder && (each.id == added.id || each.number == added.number);
  });
  if (same == lessons.end()) return {};
  const bool is_id = same->id == added.id;
  return fail(
      tr("{}/lesson.json: {} is that of {}/lesson.json: choose another", added.folder.string(),
         is_id ? fmt::format("id \"{}\"", added.id) : fmt::format("number {}", added.number),
         same->folder.string()));
}

Result<void> add_lessons(LoadedLessons& loaded, const fs::path& folder,
                         session::Features features) {
  const std::vector<fs::path> folders = lesson_folders_in(folder);
  if (folders.empty()) {
    return fail(tr("no lessons in {}: a lesson is a folder with lesson.json, en.md and zh.md",
                   folder.string()));
  }
  for (const fs::path& one : folders) {
    auto lesson = load_lesson(one, features);
    auto is_new = lesson.has_value() ? check_is_new(loaded.lessons, *lesson) : Result<void>{};
    if (!lesson.has_value()) {
      loaded.broken.push_back(lesson.error());
    } else if (!is_new.has_value()) {
      loaded.broken.push_back(is_new.error());
    } else {
      loaded.lessons.push_back(std::move(*lesson));
    }
  }
  std::ranges::stable_sort(loaded.lessons, {}, &Lesson::number);
  return {};
}

Result<LoadedLessons> load_lessons(const fs::path& folder, std::span<const fs::path> own,
                                   session::Features features) {
  TRY(auto loaded, load_lessons(folder, features));
  for (const fs::path& each : own) TRY(add_lessons(loaded, each, features));
  return loaded;
}

Result<std::size_t> find_lesson(const std::vector<Lesson>& lessons, std::string_view id) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    if (lessons[i].id == id || std::to_string(lessons[i].number) == id) return i;
    ids.push_back(lessons[i].id);
  }
  return fail(tr("no lesson '{}': choose a number or one of {} (see: warplens list)", id,
                 list_of_names(ids, id)));
}

}  // namespace warplens::lessons
