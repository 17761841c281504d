#include "app/ui/panels/jump_row.h"

#include "app/ui/panels/finding_states.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {

bool jump_row(Ui& ui, const std::string& name, const JumpRow& row) {
  const float inset = ui.fonts.small->FontSize * 0.3f;
  const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
  const std::string lines = broken_into_lines(row.words, width - 2 * inset, ui.fonts.small);
  push_font(ui.fonts.small);
  const float height = ImGui::CalcTextSize(lines.c_str()).y;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
  mark(ui, name);
  const bool is_pointed_at = ImGui::IsItemHovered();
  tooltip(ui, ui.say(Str::jump_hint));
  ImDrawList& out = *ImGui::GetWindowDrawList();
  if (is_pointed_at || row.is_chosen) {
    const Color ground = row.is_chosen ? ui.theme->current_line : ui.theme->soft;
    out.AddRectFilled(at, at + ImVec2{width, height}, packed(ground), 3 * ui.scale);
  }
  out.AddText(at + ImVec2{inset, 0}, packed(row.color), lines.c_str());
  ImGui::PopFont();
  return pressed;
}

void jump(Ui& ui, session::Side side, std::size_t launch, const analysis::EventPlace& place) {
  ReadingTab& tab = ui.state<ReadingState>().tab;
  if (tab != ReadingTab::lesson) tab = ReadingTab::source;
  ui.ask([=](AppState& app) { jump_to(app, side, launch, place); });
}

}  // namespace warplens::ui
