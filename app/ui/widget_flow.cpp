#include "app/ui/widget_flow.h"

#include "app/ui/widgets.h"

namespace warplens::ui {

WidgetFlow::WidgetFlow(const Ui& ui, float row_height)
    : start_(ImGui::GetCursorScreenPos()),
      right_(start_.x + ImGui::GetContentRegionAvail().x),
      row_height_(row_height),
      row_(row_height + 3 * ui.scale),
      gap_(ui.fonts.small->FontSize * 0.9f),
      x_(start_.x),
      y_(start_.y) {}

void WidgetFlow::next(float width) {
  if (x_ > start_.x && x_ + width > right_ + 0.5f) {
    x_ = start_.x;
    y_ += row_;
  }
  const float down = std::max(row_height_ - ImGui::GetFrameHeight(), 0.0f) / 2;
  ImGui::SetCursorScreenPos({x_, y_ + down});
  x_ += width + gap_;
}

float WidgetFlow::left(float least) const {
  const float room = right_ - x_;
  return room >= least ? room : right_ - start_.x;
}

void WidgetFlow::end() const {
  ImGui::SetCursorScreenPos({start_.x, y_ + (x_ > start_.x ? row_ : 0)});
}

void phrase_before_widget(Ui& ui, std::string_view words) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float down = (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::SetCursorScreenPos(at + ImVec2{width_before_widget(ui, words), 0});
}

float width_before_widget(const Ui& ui, std::string_view words) {
  return text_width(words, ui.fonts.small) + ui.fonts.small->FontSize * 0.4f;
}

}  // namespace warplens::ui
