#include "app/state/lesson_copies.h"

#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/state/edited_source.h"
#include "app/state/own_kernel.h"
#include "app/texts/strings.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

// Of its stage, or the one that it asks to be opened; null: it is about none.
const lessons::StagedFile* file_of(const lessons::Step& step) {
  if (step.file.is_copied) return &step.file;
  const auto asked = std::ranges::find_if(
      step.done, [](const lessons::Condition& condition) { return condition.file.is_copied; });
  return asked == step.done.end() ? nullptr : &asked->file;
}

void tell(AppState& app, const lessons::PutFile& put) {
  const auto said = [&](Str words) {
    return tr(text(words), put.path.filename().string(), put.kept.filename().string())
        .in(app.language());
  };
  if (put.is_theirs) app.notice = said(Str::copy_is_theirs);
  if (!put.kept.empty()) app.notice = said(Str::copy_was_kept);
}

bool is_unsaved(const AppState& app, const std::string& path) {
  const auto edited = app.edited.find(path);
  return edited != app.edited.end() && edited->second.is_unsaved();
}

fs::path left_as_typed(AppState& app, const std::string& path) {
  tell(app, {path, false, true, {}});
  return path;
}

Result<fs::path> put_copy(AppState& app, const lessons::StagedFile& file, bool anew) {
  TRY(const auto folder, copies_folder(app));
  const std::string path = (folder / file.path.filename()).string();
  if (is_unsaved(app, path)) {
    if (!anew) return left_as_typed(app, path);
    TRY(save_text(app.edited[path], path));
  }
  TRY(const auto put, lessons::put_file(file, folder, anew, app.language()));
  if (put.is_written) app.edited.erase(path);
  app.watched = {};
  tell(app, put);
  return put.path;
}

}  // namespace

Result<fs::path> person_folder(AppState& app, const std::string& name) {
  if (!app.settings_path.empty()) return app.settings_path.parent_path() / name;
  if (app.scratch == nullptr) {
    TRY(auto made, run::TemporaryFolder::make());
    app.scratch = std::make_shared<const run::TemporaryFolder>(std::move(made));
  }
  return app.scratch->path() / name;
}

Result<fs::path> copies_folder(AppState& app) {
  TRY(const auto lessons, person_folder(app, "lessons"));
  return lessons / app.current_lesson().id;
}

Result<void> enter_step(AppState& app, bool anew) {
  const lessons::Step& step = app.current_step();
  const lessons::StagedFile* file = file_of(step);
  if (file == nullptr) return lessons::enter(step, app.session);
  TRY(const auto copy, put_copy(app, *file, anew));
  if (step.file.path.empty()) note_opened(app, {copy.string(), file->own.kernel});
  return lessons::enter(step, app.session, copy);
}

bool is_file_of_step(const AppState& app, const std::string& path) {
  if (app.mode != Mode::lesson) return false;
  const lessons::StagedFile* file = file_of(app.current_step());
  return file != nullptr && lessons::is_kernel(path, file->path);
}

}  // namespace warplens::ui
