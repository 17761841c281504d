// The stage: one kernel's views, or two kernels' side by side.
#include "app/ui/panels/stage_panels.h"
#include "app/ui/panels/states.h"

namespace warplens::ui {
namespace {

using session::Side;

constexpr std::size_t kViewsASide = 2;  // of two kernels

void draw_views(const AppState& app, Ui& ui, const Area& area) {
  const float unit = ui.fonts.body->FontSize;
  const std::size_t count = views_that_fit(area, app.views.size(), unit);
  const std::vector<Area> areas = place_views(area, count, unit);
  ui.state<StageState>().views_shown = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ui.small_view = app.views[i];
    panel_of(app.views[i]).draw(app, ui, areas[i]);
    ui.small_view.reset();
  }
}

// Across both halves, from the left one's edge to the right one's.
Area spanned(const Area& left, const Area& right) {
  return {left.x, left.y, right.x + right.width - left.x, left.height};
}

// A view that is of both kernels together stands once.
bool is_of_both(const AppState& app, session::StageView view) {
  return row_of(view).subject == session::Subject::family && shares_chart(app.session);
}

// One of two kernels' views; `other` is where the other half's stand.
void draw_half(const AppState& app, Ui& ui, const Area& area, const Area& other) {
  const float unit = ui.fonts.body->FontSize;
  const std::size_t count = views_that_fit(area, std::min(app.views.size(), kViewsASide), unit);
  const std::vector<Area> own = place_views(area, count, unit);
  const std::vector<Area> beside = place_views(other, count, unit);
  ui.state<StageState>().views_shown = count;
  for (std::size_t i = 0; i < count; ++i) {
    const bool of_both = is_of_both(app, app.views[i]);
    if (of_both && ui.side == Side::right) continue;
    if (i > 0) ui.small_view = app.views[i];
    panel_of(app.views[i]).draw(app, ui, of_both ? spanned(own[i], beside[i]) : own[i]);
    ui.small_view.reset();
  }
}

// Both sides' views begin at one height.
void draw_halves(const AppState& app, Ui& ui, const Area& area) {
  const float unit = ui.fonts.body->FontSize;
  const std::array<Area, 2> sides = halves(area, unit);
  float controls = 0;
  for (const Side side : session::kSides) {
    controls = std::max(controls, side_controls_height(app, ui, sides.front().width, side));
  }
  const std::array<SideAreas, 2> areas{split_side(sides[0], controls, unit),
                                       split_side(sides[1], controls, unit)};
  for (const Side side : session::kSides) {
    const auto own = static_cast<std::size_t>(side);
    ui.side = side;
    ui.recorder.set_prefix(side == Side::right ? "right." : "");
    ImGui::PushID(static_cast<int>(side));
    side_controls(app, ui, areas[own].controls);
    draw_half(app, ui, areas[own].views, areas[1 - own].views);
    ImGui::PopID();
  }
  ui.recorder.set_prefix("");
  ui.side = Side::left;
}

}  // namespace

void stage(const AppState& app, Ui& ui, const Area& area) {
  if (app.session.is_comparing()) return draw_halves(app, ui, area);
  draw_views(app, ui, area);
}

}  // namespace warplens::ui
