#include <algorithm>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

struct Tab {
  ReadingTab tab;
  const char* name;
  Str words;
};

// Findings are not to be overlooked behind a tab.
std::string phrase_of(const AppState& app, const Ui& ui, const Tab& tab) {
  std::string words(ui.say(tab.words));
  std::size_t findings = 0;
  for (const session::Side side : session::kSides) {
    if (app.session.choice().has(side)) findings += findings_count(app, side);
  }
  if (tab.tab == ReadingTab::findings && findings > 0) words += fmt::format(" {}", findings);
  return words;
}

// The step points at what stands behind the tab: "metrics", "lesson.predict"…
bool is_pointed_at(const Ui& ui, const Tab& tab) {
  const std::string_view panel = std::string_view(tab.name).substr(4);  // after "tab."
  return std::ranges::any_of(ui.highlight, [panel](const std::string& name) {
    return name.substr(0, name.find('.')) == panel;
  });
}

}  // namespace

void reading_tabs(const AppState& app, Ui& ui, const Area& area) {
  ui.widget_log.panel("tabs", area.position(), area.size());
  ReadingTab& shown = ui.state<ReadingState>().tab;
  const bool explores = app.mode == Mode::explore;
  const std::array<Tab, 4> tabs{{
      {ReadingTab::lesson, "tab.lesson", explores ? Str::kernels : Str::lesson_tab},
      {ReadingTab::metrics, "tab.metrics", Str::metrics},
      {ReadingTab::source, "tab.source", Str::source},
      {ReadingTab::findings, "tab.findings", Str::findings},
  }};
  push_font(ui.fonts.small);
  const float gap = 2 * ui.scale;
  float needed = gap * (tabs.size() - 1);
  for (const Tab& tab : tabs) needed += text_width(phrase_of(app, ui, tab));
  // What is left is shared out as padding.
  const float padding = std::max(0.0f, (area.width - needed) / static_cast<float>(tabs.size()));
  ui.widget_log.text("tabs", needed, area.width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  ImGui::SetCursorScreenPos(area.position());
  for (const Tab& tab : tabs) {
    const std::string words = phrase_of(app, ui, tab);
    const ButtonLook look = shown == tab.tab ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, tab.name, words, look, {text_width(words) + padding, 0})) shown = tab.tab;
    if (shown != tab.tab && is_pointed_at(ui, tab)) {
      ImGui::GetForegroundDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                              packed(ui.theme->accent),
                                              ImGui::GetStyle().FrameRounding, 0, 2 * ui.scale);
    }
    ImGui::SameLine(0, gap);
  }
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace warplens::ui
