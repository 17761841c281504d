#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

void toggle_language(AppState& app) {
  app.settings.language = app.settings.language == "zh" ? "en" : "zh";
  save(app);
}

void toggle_theme(AppState& app) {
  app.settings.theme = app.settings.theme == "dark" ? "light" : "dark";
  save(app);
}

float button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void buttons(const AppState& app, Ui& ui, const Area& area) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  float width = 4 * gap;
  for (const Str id : {Str::undo, Str::redo, Str::language, Str::theme, Str::help}) {
    width += button_width(ui.say(id));
  }
  const float top = area.y + (area.height - ImGui::GetFrameHeight()) / 2;
  ImGui::SetCursorScreenPos({area.x + area.width - width - ui.fonts.body->FontSize * 0.6f, top});
  ImGui::BeginDisabled(!app.session.can_undo());
  if (button(ui, "undo", ui.say(Str::undo))) ui.ask([](AppState& a) { a.session.undo(); });
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(!app.session.can_redo());
  if (button(ui, "redo", ui.say(Str::redo))) ui.ask([](AppState& a) { a.session.redo(); });
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (button(ui, "language", ui.say(Str::language))) ui.ask(toggle_language);
  ImGui::SameLine();
  if (button(ui, "theme", ui.say(Str::theme))) ui.ask(toggle_theme);
  ImGui::SameLine();
  if (button(ui, "help", ui.say(Str::help))) ui.help_open = true;
}

}  // namespace

void title_bar(const AppState& app, Ui& ui, const Area& area) {
  ui.recorder.panel("title_bar", area.position(), area.size());
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(area.position(), area.position() + area.size(), packed(ui.look->card));
  const float bottom = area.y + area.height - 1;
  out.AddLine({area.x, bottom}, {area.x + area.width, bottom}, packed(ui.look->border));

  const float unit = ui.fonts.body->FontSize;
  ImGui::SetCursorScreenPos(
      {area.x + unit * 0.7f, area.y + (area.height - ui.fonts.title->FontSize) / 2});
  label(ui, "Warplens", {ui.look->accent, ui.fonts.title});
  ImGui::SameLine(0, unit);
  const lessons::Lesson& lesson = app.current_lesson();
  const std::string words =
      fmt::format("{} · {}", ui.say(Str::lesson_of, lesson.number), lesson.title[ui.language]);
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, area.y + (area.height - unit) / 2});
  label(ui, words, {ui.look->muted, ui.fonts.body});
  buttons(app, ui, area);
}

}  // namespace warplens::ui
