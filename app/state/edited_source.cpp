#include "app/state/edited_source.h"

#include <filesystem>

#include "app/settings/settings.h"
#include "app/state/own_kernel.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

using lessons::DrawerPart;

void read_into(AppState& app, EditedText& edited, const std::string& file) {
  const std::uint64_t stamp = trace::capture_stamp(file);
  if (stamp == 0) return;  // between an editor's deleting and writing it
  auto text = run::read_text(file, run::kMaximumSourceBytes);
  if (!text.has_value()) {
    app.notice = text.error().message.in(app.language());
    app.drawer_part = DrawerPart::code;
    return;
  }
  edited = {*text, *text, stamp, ++app.texts_read, false, std::nullopt};
}

}  // namespace

std::string editable_file(const AppState& app) {
  const std::string& file = app.session.selection().capture;
  return std::filesystem::path(file).extension() == ".cu" ? file : std::string();
}

const EditedText* edited_text(const AppState& app) {
  const auto found = app.edited.find(editable_file(app));
  return found == app.edited.end() ? nullptr : &found->second;
}

void show_in_drawer(AppState& app, DrawerPart part) {
  app.drawer_part = part;
  if (!app.step_opens_drawer) app.arrangement().drawer = true;
}

bool shows_editor(const AppState& app) {
  return app.drawer_part == DrawerPart::editor && !editable_file(app).empty();
}

bool shows_form_in_drawer(const AppState& app) {
  return app.mode == Mode::lesson && app.drawer_part == DrawerPart::form && shows_own_kernel(app);
}

void take_typed(AppState& app, const std::string& file, std::string text) {
  const auto found = app.edited.find(file);
  if (found == app.edited.end()) return;
  found->second.text = std::move(text);
  found->second.before.reset();
}

Result<void> replace_text(AppState& app, const std::string& file, const std::string& before,
                          std::string after) {
  const auto edited = app.edited.find(file);
  if (edited != app.edited.end() && edited->second.is_unsaved())
    return fail(tr("the editor holds something unsaved of {}: save or discard it first", file));
  TRY(const auto held, run::read_text(file, run::kMaximumSourceBytes));
  if (held != before) return fail(tr("{} has been saved since: run it again first", file));
  EditedText changed{std::move(after), before, 0, ++app.texts_read, false, before};
  TRY(save_text(changed, file));
  app.edited[file] = std::move(changed);
  show_in_drawer(app, DrawerPart::editor);
  return {};
}

void take_back(AppState& app, const std::string& file) {
  const auto found = app.edited.find(file);
  if (found == app.edited.end() || !found->second.before) return;
  const EditedText changed = found->second;
  const Result<void> undone = replace_text(app, file, changed.text, *changed.before);
  if (!undone.has_value()) {
    app.notice = undone.error().message.in(app.language());
    return;
  }
  app.edited[file].before.reset();
}

Result<void> save_text(EditedText& edited, const std::string& file) {
  TRY(session::write_atomically(file, edited.text));
  edited.saved = edited.text;
  edited.stamp = trace::capture_stamp(file);
  edited.has_changed_on_disk = false;
  return {};
}

void save_edited(AppState& app, const std::string& file) {
  const auto found = app.edited.find(file);
  if (found == app.edited.end()) return;
  const Result<void> saved = save_text(found->second, file);
  if (!saved.has_value()) app.notice = saved.error().message.in(app.language());
}

void drop_edited(AppState& app, const std::string& file) { app.edited.erase(file); }

std::vector<std::string> unsaved_files(const AppState& app) {
  std::vector<std::string> files;
  for (const auto& [file, edited] : app.edited)
    if (edited.is_unsaved()) files.push_back(file);
  return files;
}

void follow_edited(AppState& app) {
  if (!shows_editor(app)) return;
  const std::string file = editable_file(app);
  EditedText& edited = app.edited[file];
  const std::uint64_t stamp = trace::capture_stamp(file);
  if (stamp == 0 || stamp == edited.stamp) return;
  if (edited.generation > 0 && edited.is_unsaved()) {
    edited.has_changed_on_disk = true;
  } else {
    read_into(app, edited, file);
  }
}

}  // namespace warplens::ui
