#include <algorithm>

#include "app/ui/keys.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// A small window above the others, at `position` with `pivot` as ImGui takes it.
void begin_overlay(Ui& ui, const char* name, ImVec2 position, ImVec2 pivot) {
  const float padding = ui.fonts.body->FontSize * 0.8f;
  ImGui::SetNextWindowPos(position, ImGuiCond_Always, pivot);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * ui.scale);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, channels(ui.look->card));
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

void progress(const AppState& app, Ui& ui, const Layout& layout) {
  const Area& stage = layout.stage;
  begin_overlay(ui, "progress", {stage.x + stage.width / 2, stage.y + stage.height / 2},
                {0.5f, 0.5f});
  label(ui, ui.say(Str::working));
  ImGui::ProgressBar(app.session.progress(), {ui.fonts.body->FontSize * 14, 0});
  ImGui::SameLine();
  if (button(ui, "cancel", ui.say(Str::cancel))) ui.ask([](AppState& a) { a.session.cancel(); });
  ImGui::End();
}

void error_line(const AppState& app, Ui& ui, ImVec2 window) {
  const std::string words = error_words(app);
  if (words.empty()) return;
  begin_overlay(ui, "error", {window.x / 2, window.y - ui.fonts.body->FontSize * 2.4f}, {0.5f, 1});
  ImGui::PushTextWrapPos(window.x * 0.6f);
  label(ui, words, {ui.look->bad, ui.fonts.body});
  ImGui::PopTextWrapPos();
  mark(ui, "error");
  if (button(ui, "error.copy", ui.say(Str::copy))) ImGui::SetClipboardText(words.c_str());
  ImGui::SameLine();
  if (button(ui, "error.dismiss", ui.say(Str::dismiss))) {
    ui.ask(dismiss);
  }
  ImGui::End();
}

void help(Ui& ui, ImVec2 window) {
  ImGui::GetForegroundDrawList();
  begin_overlay(ui, "help.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  label(ui, ui.say(Str::help_title), {ui.look->text, ui.fonts.title});
  const float left = ImGui::GetCursorPosX();
  float widest = 0;
  for (const KeyHelp& row : key_map())
    widest = std::max(widest, text_width(row.keys, ui.fonts.mono));
  for (const KeyHelp& row : key_map()) {
    label(ui, row.keys, {ui.look->accent, ui.fonts.mono});
    ImGui::SameLine(left + widest + ui.fonts.body->FontSize * 1.2f);
    label(ui, ui.say(row.what));
  }
  if (button(ui, "help.close", ui.say(Str::close))) ui.help_open = false;
  ImGui::End();
}

}  // namespace

std::string error_words(const AppState& app) {
  return app.session.error() ? app.session.error()->message : app.notice;
}

void dismiss(AppState& app) {
  app.notice.clear();
  if (app.session.error() || app.session.busy()) app.session.cancel();
}

void overlays(const AppState& app, Ui& ui, const Layout& layout, ImVec2 window) {
  // A run shorter than the blink of an eye shows no progress, so that toggling does not flicker.
  constexpr double kPatience = 0.15;
  if (!app.session.busy()) ui.busy_since = ImGui::GetTime();
  if (ImGui::GetTime() - ui.busy_since > kPatience) progress(app, ui, layout);
  error_line(app, ui, window);
  if (ui.help_open) help(ui, window);
}

}  // namespace warplens::ui
