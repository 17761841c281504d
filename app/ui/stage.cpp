// The stage: one kernel's views, or two kernels' side by side.
#include "app/ui/panels.h"

namespace warplens::ui {
namespace {

using ViewPanel = void (*)(const AppState&, Ui&, const Area&);

constexpr std::size_t kViewsASide = 2;  // of two kernels

// In the order of session::StageView.
constexpr std::array<ViewPanel, session::kStageViewNames.size()> kPanels{
    matrix_panel, sector_panel, bank_panel, tile_panel, punch_panel, swizzle_panel};

void draw_side(const AppState& app, Ui& ui, const Area& area, session::Side side,
               std::size_t most) {
  ui.side = side;
  ui.recorder.set_prefix(side == session::Side::right ? "right." : "");
  ImGui::PushID(static_cast<int>(side));
  const std::size_t count = std::min(app.views.size(), most);
  const std::vector<Area> areas = place_views(area, count, ui.fonts.body->FontSize);
  for (std::size_t i = 0; i < count; ++i) {
    kPanels[static_cast<std::size_t>(app.views[i])](app, ui, areas[i]);
  }
  ImGui::PopID();
  ui.recorder.set_prefix("");
  ui.side = session::Side::left;
}

}  // namespace

void stage(const AppState& app, Ui& ui, const Area& area) {
  if (!app.session.is_comparing()) {
    return draw_side(app, ui, area, session::Side::left, app.views.size());
  }
  const std::array<Area, 2> sides = halves(area, ui.fonts.body->FontSize);
  for (const session::Side side : session::kSides) {
    draw_side(app, ui, sides[static_cast<std::size_t>(side)], side, kViewsASide);
  }
}

}  // namespace warplens::ui
