#include "app/ui/band.h"

#include <algorithm>

#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"

namespace warplens::ui {

bool band(Ui& ui, const std::string& words, const std::string& hint, const char* name) {
  const float unit = ui.fonts.small->FontSize, padding = unit * 0.4f;
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string shown = fitted(words, room - 3 * padding, ui.fonts.small);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(text_width(shown, ui.fonts.small) + 3 * padding, 1.0f), unit * 1.4f};
  const bool pressed = ImGui::InvisibleButton(name, size);
  mark(ui, name);
  ui.widget_log.shown(name, words);
  tooltip(ui, shown == words ? hint : words + "\n" + hint);
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(low, low + size, packed(ui.theme->current_line), 3 * ui.scale);
  out.AddRectFilled(low, low + ImVec2{3 * ui.scale, size.y}, packed(ui.theme->accent));
  const ImVec2 at = low + ImVec2{padding * 2, (size.y - unit) / 2};
  out.AddText(ui.fonts.small, unit, at, packed(ui.theme->text), shown.c_str());
  keep_phrase(ui, shown, at, ui.fonts.small, ui.theme->text);
  return pressed;
}

}  // namespace warplens::ui
