#include "app/ui/widget_log.h"

#include <imgui_internal.h>

#include <algorithm>

namespace warplens::ui {

void WidgetLog::begin_frame() {
  widgets_.clear();
  panels_.clear();
  cut_texts_.clear();
  figures_.clear();
  titles_.clear();
  smallest_letters_ = std::numeric_limits<float>::max();
  smallest_number_ = std::numeric_limits<float>::max();
}

void WidgetLog::widget(std::string_view name) {
  if (ImGui::IsWindowAppearing()) return;  // a popup's first frame has wrong rectangles
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImRect clip = ImGui::GetCurrentWindow()->ClipRect;
  WidgetRect rect;
  rect.x = std::max(low.x, clip.Min.x);
  rect.y = std::max(low.y, clip.Min.y);
  rect.width = std::max(0.0f, std::min(high.x, clip.Max.x) - rect.x);
  rect.height = std::max(0.0f, std::min(high.y, clip.Max.y) - rect.y);
  // What a panel scrolls to is not cut, and what it has scrolled away is not there.
  const bool scrolls = ImGui::GetScrollMaxY() > 0;
  if (scrolls && rect.height <= 0) return;
  rect.cut = rect.width + 1 < high.x - low.x || (!scrolls && rect.height + 1 < high.y - low.y);
  rect.hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
  rect.active = ImGui::IsItemActive();
  widgets_[full(name)] = rect;
}

void WidgetLog::panel(std::string_view name, ImVec2 position, ImVec2 size) {
  panels_[full(name)] = {position.x, position.y, size.x, size.y, false, false, false};
}

void WidgetLog::text(std::string_view name, float needed, float available) {
  if (needed > available + 0.5f) cut_texts_[full(name)] = needed - available;
}

void WidgetLog::title(std::string_view panel, std::string_view words) {
  titles_.insert_or_assign(std::string(panel), words);
}

}  // namespace warplens::ui
