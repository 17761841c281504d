// Whether something that was typed is to be saved before the window closes.
#include <filesystem>

#include "app/features/own_kernel/own_panels.h"
#include "app/state/edited_source.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

void save_and_close(AppState& app) {
  for (const std::string& file : unsaved_files(app)) save_edited(app, file);
  app.quit = unsaved_files(app).empty();
}

void close_without_saving(AppState& app) {
  app.edited.clear();
  app.quit = true;
}

void go_on_editing(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  close_overlay(ui);
}

constexpr std::array kUnsavedKeys{
    KeyRow{{Key::escape, Key::f1}, kNone, go_on_editing, "Esc  F1", Str::keys_close},
};

}  // namespace

bool may_close(AppState& app, Ui& ui) {
  if (unsaved_files(app).empty()) return true;
  app.quit = false;
  open_overlay(ui, Overlay::Kind::unsaved);
  return false;
}

void unsaved_overlay(const AppState& app, Ui& ui, ImVec2 window) {
  if (ui.state<Overlay>().kind != Overlay::Kind::unsaved) return;
  const std::vector<std::string> files = unsaved_files(app);
  if (files.empty()) return close_overlay(ui);
  begin_overlay(ui, "unsaved", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  const std::string name = std::filesystem::path(files.front()).filename().string();
  label(ui, ui.say(Str::unsaved_title, name), {ui.theme->text, ui.fonts.title});
  if (button(ui, "unsaved.save", ui.say(Str::unsaved_save), ButtonLook::primary))
    ui.ask(save_and_close);
  ImGui::SameLine();
  if (button(ui, "unsaved.drop", ui.say(Str::unsaved_drop))) ui.ask(close_without_saving);
  ImGui::SameLine();
  if (button(ui, "unsaved.stay", ui.say(Str::unsaved_stay))) close_overlay(ui);
  end_overlay();
}

bool unsaved_overlay_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (ui.state<Overlay>().kind != Overlay::Kind::unsaved) return false;
  act(kUnsavedKeys, ui, app, press);
  return true;
}

std::span<const KeyRow> unsaved_overlay_keys() { return kUnsavedKeys; }

}  // namespace warplens::ui
