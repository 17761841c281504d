// The stage: one kernel's views, or two kernels' side by side.
#include "app/ui/panels.h"

namespace warplens::ui {
namespace {

using session::Side;
using ViewPanel = void (*)(const AppState&, Ui&, const Area&);

constexpr std::size_t kViewsASide = 2;  // of two kernels

// In the order of session::StageView.
constexpr std::array<ViewPanel, session::kStageViewNames.size()> kPanels{
    matrix_panel,  sector_panel, bank_panel,   tile_panel,         punch_panel,
    swizzle_panel, cache_panel,  timing_panel, host_timeline_panel};

void draw_views(const AppState& app, Ui& ui, const Area& area, std::size_t most) {
  const float unit = ui.fonts.body->FontSize;
  const std::size_t count = views_that_fit(area, std::min(app.views.size(), most), unit);
  const std::vector<Area> areas = place_views(area, count, unit);
  ui.views_shown = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ui.small_view = app.views[i];
    kPanels[static_cast<std::size_t>(app.views[i])](app, ui, areas[i]);
    ui.small_view.reset();
  }
}

// Both sides' views begin at one height.
void draw_halves(const AppState& app, Ui& ui, const Area& area) {
  const std::array<Area, 2> sides = halves(area, ui.fonts.body->FontSize);
  float controls = 0;
  for (const Side side : session::kSides) {
    controls = std::max(controls, side_controls_height(app, ui, sides.front().width, side));
  }
  for (const Side side : session::kSides) {
    const SideAreas areas =
        split_side(sides[static_cast<std::size_t>(side)], controls, ui.fonts.body->FontSize);
    ui.side = side;
    ui.recorder.set_prefix(side == Side::right ? "right." : "");
    ImGui::PushID(static_cast<int>(side));
    side_controls(app, ui, areas.controls);
    draw_views(app, ui, areas.views, kViewsASide);
    ImGui::PopID();
  }
  ui.recorder.set_prefix("");
  ui.side = Side::left;
}

}  // namespace

void stage(const AppState& app, Ui& ui, const Area& area) {
  if (app.session.is_comparing()) return draw_halves(app, ui, area);
  draw_views(app, ui, area, app.views.size());
}

}  // namespace warplens::ui
