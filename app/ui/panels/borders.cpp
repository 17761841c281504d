// The gaps between the window's parts: a drag moves a border, which is remembered; a double-click
// puts it back.
#include <algorithm>

#include "app/state/app_state.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Border;

bool is_vertical(Border border) { return border == Border::card || border == Border::drawer; }

// The share that a part has with its border's middle at the pointer.
float share_at(Border border, const Area& area, ImVec2 window, const Layout& layout) {
  const ImVec2 half{area.width / 2, area.height / 2};
  const ImVec2 pointer = ImGui::GetMousePos();
  switch (border) {
    case Border::card:
      return (pointer.x - half.x - layout.lesson.x) / window.x;
    case Border::drawer:
      return (layout.source.x + layout.source.width - pointer.x - half.x) / window.x;
    case Border::row:
      return (layout.row.y + layout.row.height - pointer.y - half.y) / window.y;
    case Border::timeline:
      return (layout.timeline.y + layout.timeline.height - pointer.y - half.y) / window.y;
  }
  return 0;
}

constexpr float kSmallestShare = 0.02f, kLargestShare = 0.9f;

// 0: as the layout likes.
void set_share(Ui& ui, Border border, float share) {
  ui.ask([border, share](AppState& a) { a.arrangement().share(border) = share; });
}

void border_handle(Ui& ui, Border border, const Area& area, const Layout& layout, ImVec2 window) {
  const std::string name =
      fmt::format("border.{}", session::kBorderNames[static_cast<std::size_t>(border)]);
  ImGui::SetCursorScreenPos(area.position());
  ImGui::InvisibleButton(name.c_str(), area.size());
  mark(ui, name);
  const bool is_active = ImGui::IsItemActive();
  if (is_active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(is_vertical(border) ? ImGuiMouseCursor_ResizeEW
                                              : ImGuiMouseCursor_ResizeNS);
    const float inset = (is_vertical(border) ? area.width : area.height) * 0.3f;
    const ImVec2 in = is_vertical(border) ? ImVec2{inset, 0} : ImVec2{0, inset};
    ImGui::GetWindowDrawList()->AddRectFilled(area.position() + in,
                                              area.position() + area.size() - in,
                                              packed(ui.theme->accent), 2 * ui.scale);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    set_share(ui, border, 0);
  } else if (is_active && ImGui::IsMouseDragging(0)) {
    set_share(ui, border,
              std::clamp(share_at(border, area, window, layout), kSmallestShare, kLargestShare));
  }
  if (ImGui::IsItemDeactivated()) ui.ask(save);
}

}  // namespace

void borders(Ui& ui, const Layout& layout, ImVec2 window) {
  for (std::size_t i = 0; i < layout.borders.size(); ++i) {
    if (layout.borders[i].is_empty()) continue;
    border_handle(ui, static_cast<Border>(i), layout.borders[i], layout, window);
  }
}

}  // namespace warplens::ui
