#include "app/ui/panels/symbols.h"

#include <array>

namespace warplens::ui {

void draw_symbol(const Ui& ui, Symbol symbol, ImVec2 low, ImVec2 high, Color color) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 c{(low.x + high.x) / 2, (low.y + high.y) / 2};
  const float r = (high.y - low.y) * 0.22f;
  const ImU32 paint = packed(color);
  const auto triangle = [&](float x, float to) {
    out.AddTriangleFilled({x - to * r * 0.8f, c.y - r}, {x - to * r * 0.8f, c.y + r},
                          {x + to * r * 0.9f, c.y}, paint);
  };
  const auto bar = [&](float x, float width) {
    out.AddRectFilled({x - width / 2, c.y - r}, {x + width / 2, c.y + r}, paint);
  };
  const float thin = std::max(2.0f, 2 * ui.scale);
  switch (symbol) {
    case Symbol::play:
      return triangle(c.x, 1.15f);
    case Symbol::pause:
      return bar(c.x - r * 0.55f, r * 0.6f), bar(c.x + r * 0.55f, r * 0.6f);
    case Symbol::first:
      return triangle(c.x + r * 0.3f, -1), bar(c.x - r * 0.9f, thin);
    case Symbol::last:
      return triangle(c.x - r * 0.3f, 1), bar(c.x + r * 0.9f, thin);
    case Symbol::back:
      return triangle(c.x, -1);
    case Symbol::on:
      return triangle(c.x, 1);
    case Symbol::pass_back:
      return triangle(c.x - r * 0.35f, -0.55f), bar(c.x + r * 0.5f, thin);
    case Symbol::pass_on:
      return triangle(c.x + r * 0.35f, 0.55f), bar(c.x - r * 0.5f, thin);
    case Symbol::unfold:
      return out.AddTriangleFilled({c.x - r, c.y + r * 0.7f}, {c.x + r, c.y + r * 0.7f},
                                   {c.x, c.y - r * 0.8f}, paint);
    case Symbol::fold:
      return out.AddTriangleFilled({c.x - r, c.y - r * 0.7f}, {c.x + r, c.y - r * 0.7f},
                                   {c.x, c.y + r * 0.8f}, paint);
    case Symbol::conflict_back:
      return triangle(c.x - r * 0.75f, -0.8f), triangle(c.x + r * 0.75f, -0.8f);
    case Symbol::conflict_on:
      return triangle(c.x - r * 0.75f, 0.8f), triangle(c.x + r * 0.75f, 0.8f);
  }
}

}  // namespace warplens::ui
