#include <vector>

#include "app/state/exploring.h"
#include "app/ui/layout.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

float button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

struct TitleButton {
  const char* name;
  std::string_view words;
  bool enabled;
  void (*press)(Ui&);
};

float width_of(const std::vector<TitleButton>& all) {
  float width = 0;
  for (const TitleButton& each : all)
    width += button_width(each.words) + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

// What has no room in a narrow window is left to its key; first what is missed least.
void leave_out(std::vector<TitleButton>& all, float room) {
  for (const std::string_view name :
       {"redo", "theme", "undo", "presentation", "open", "lessons", "help"}) {
    if (width_of(all) <= room) return;
    std::erase_if(all, [&](const TitleButton& each) { return each.name == name; });
  }
}

std::vector<TitleButton> buttons_of(const AppState& app, const Ui& ui) {
  const std::string_view other = languages()[static_cast<std::size_t>(next(ui.language))].name;
  return {
      {"open", ui.say(Str::open_files), true, [](Ui& u) { open_overlay(u, Overlay::Kind::open); }},
      {"lessons", ui.say(Str::contents), true,
       [](Ui& u) { open_overlay(u, Overlay::Kind::lessons); }},
      {"undo", ui.say(Str::undo), app.session.can_undo(),
       [](Ui& u) { u.ask([](AppState& a) { a.session.undo(); }); }},
      {"redo", ui.say(Str::redo), app.session.can_redo(),
       [](Ui& u) { u.ask([](AppState& a) { a.session.redo(); }); }},
      {"language", other, true, [](Ui& u) { u.ask(change_language); }},
      {"theme", ui.say(Str::theme), true, [](Ui& u) { u.ask(change_theme); }},
      {"presentation", ui.say(Str::large), true, [](Ui& u) { u.ask(change_presentation); }},
      {"help", ui.say(Str::help), true, [](Ui& u) { open_overlay(u, Overlay::Kind::keys); }},
  };
}

// Returns where the buttons begin. `from`: where they may.
float buttons(const AppState& app, Ui& ui, const Area& area, float from, float top) {
  std::vector<TitleButton> all = buttons_of(app, ui);
  const float right =
      area.x + area.width + ImGui::GetStyle().ItemSpacing.x - ui.fonts.body->FontSize * 0.6f;
  leave_out(all, right - from);
  const float left = right - width_of(all);
  ImGui::SetCursorScreenPos({left, top});
  for (const TitleButton& each : all) {
    ImGui::BeginDisabled(!each.enabled);
    if (button(ui, each.name, each.words)) each.press(ui);
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  return left;
}

void mode_switch(const AppState& app, Ui& ui) {
  struct Choice {
    const char* name;
    Str words;
    Mode mode;
  };
  constexpr std::array kChoices{Choice{"mode.lesson", Str::lessons_mode, Mode::lesson},
                                Choice{"mode.explore", Str::explore_mode, Mode::explore}};
  for (const Choice& choice : kChoices) {
    const bool is_on = app.mode == choice.mode;
    const ButtonLook look = is_on ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, choice.name, ui.say(choice.words), look) && !is_on) ui.ask(toggle_mode);
    tooltip(ui, ui.say(Str::mode_hint));
    ImGui::SameLine(0, 2 * ui.scale);
  }
}

// Only where there is room: the lesson's panel says where one is, too.
void lesson_title(const AppState& app, Ui& ui, const Area& area, float left, float right) {
  if (app.mode != Mode::lesson) return;
  const lessons::Lesson& lesson = app.current_lesson();
  const std::string words =
      fmt::format("{} · {}", ui.say(Str::lesson_of, lesson.number), lesson.title.in(ui.language));
  if (left + text_width(words) > right) return;
  ImGui::SetCursorScreenPos({left, area.y + (area.height - ui.fonts.body->FontSize) / 2});
  if (text_button(ui, "lesson.title", words, ui.theme->muted)) {
    open_overlay(ui, Overlay::Kind::lessons);
  }
}

}  // namespace

void title_bar(const AppState& app, Ui& ui, const Area& area) {
  ui.widget_log.panel("title_bar", area.position(), area.size());
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(area.position(), area.position() + area.size(), packed(ui.theme->card));
  const float bottom = area.y + area.height - 1;
  out.AddLine({area.x, bottom}, {area.x + area.width, bottom}, packed(ui.theme->border));

  const float unit = ui.fonts.body->FontSize;
  const float top = area.y + (area.height - ImGui::GetFrameHeight()) / 2;
  float switch_left = area.x + unit * 0.7f;
  if (!is_upright(ImGui::GetIO().DisplaySize, unit)) {
    ImGui::SetCursorScreenPos({switch_left, area.y + (area.height - ui.fonts.title->FontSize) / 2});
    label(ui, "Warplens", {ui.theme->accent, ui.fonts.title});
    switch_left = ImGui::GetItemRectMax().x + unit;
  }
  ImGui::SetCursorScreenPos({switch_left, top});
  mode_switch(app, ui);
  const float switch_right = ImGui::GetItemRectMax().x;
  const float right = buttons(app, ui, area, switch_right + unit * 0.5f, top);
  ui.widget_log.text("title_bar.switch", switch_right + unit * 0.5f, right);
  lesson_title(app, ui, area, switch_right + unit, right - unit);
}

}  // namespace warplens::ui
