#include "app/ui/panel_tools.h"

#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Other panels hold text for reading, or controls.
bool has_tools(const Ui& ui, std::string_view name) {
  const bool is_table = name == "metrics" || name == "findings";
  return (is_table || session::stage_view_named(name)) && ui.exports.picture.empty() &&
         !ui.hides_tools;
}

// A small view's header has room for the triangle alone.
bool is_short(const Ui& ui) { return ui.small_view.has_value(); }

float triangle_of(const Ui& ui) { return ui.fonts.small->FontSize * 0.5f; }
float inset_of(const Ui& ui) { return ui.fonts.small->FontSize * 0.4f; }

float button_width(const Ui& ui) {
  const float words =
      is_short(ui) ? 0 : text_width(ui.say(Str::save_menu), ui.fonts.small) + inset_of(ui);
  return words + triangle_of(ui) + 2 * inset_of(ui);
}

void draw_button(const Ui& ui, ImVec2 at, ImVec2 size) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const Color ground = ImGui::IsItemHovered() ? ui.theme->soft_hover : ui.theme->soft;
  out.AddRectFilled(at, at + size, packed(ground), 4 * ui.scale);
  const float down = (size.y - ui.fonts.small->FontSize) / 2;
  if (!is_short(ui)) {
    const std::string_view words = ui.say(Str::save_menu);
    out.AddText(ui.fonts.small, ui.fonts.small->FontSize, at + ImVec2{inset_of(ui), down},
                packed(ui.theme->text), words.data(), words.data() + words.size());
  }
  const float side = triangle_of(ui);
  const ImVec2 tip = at + ImVec2{size.x - inset_of(ui) - side / 2, size.y / 2 + side * 0.4f};
  out.AddTriangleFilled(tip + ImVec2{-side / 2, -side * 0.7f}, tip + ImVec2{side / 2, -side * 0.7f},
                        tip, packed(ui.theme->text));
}

}  // namespace

float panel_tools_width(const Ui& ui, std::string_view name) {
  return has_tools(ui, name) ? button_width(ui) + inset_of(ui) : 0;
}

void panel_tools(Ui& ui, std::string_view name, const Area& area) {
  if (!has_tools(ui, name)) return;
  const ImVec2 size{button_width(ui), ui.fonts.small->FontSize * 1.4f};
  const float padding = panel_padding(ui);
  if (area.width < size.x + 2 * padding) return;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  const float bar = ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0;
  const ImVec2 at{area.x + area.width - padding * 0.6f - size.x - bar,
                  before.y - ui.fonts.small->FontSize * 0.15f};
  ImGui::SetCursorScreenPos(at);
  const std::string widget = fmt::format("{}.save", name);
  if (ImGui::InvisibleButton(widget.c_str(), size)) {
    ui.exports.menu_wanted =
        ui.side == session::Side::right ? fmt::format("right.{}", name) : std::string(name);
    ui.exports.menu_below = at + size;
  }
  mark(ui, widget);
  tooltip(ui, ui.say(Str::save_menu_hint));
  draw_button(ui, at, size);
  ImGui::SetCursorScreenPos(before);
}

}  // namespace warplens::ui
