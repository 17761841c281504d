// The stage: the hero of one kernel, or of two side by side; small views below it.
#include "app/state/app_state.h"
#include "app/state/shares_chart.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

// Across both halves, from the left one's edge to the right one's.
Area spanned(const Area& left, const Area& right) {
  return {left.x, left.y, right.x + right.width - left.x, left.height};
}

// A view that is of both kernels together stands once.
bool is_of_both(const AppState& app, session::StageView view) {
  return row_of(view).subject == session::Subject::family && shares_chart(app.session);
}

void draw_hero(const AppState& app, Ui& ui, const Area& area) {
  if (!app.views.empty()) panel_of(ui, app.views.front()).draw(app, ui, area);
}

void draw_halves(const AppState& app, Ui& ui, const Area& area) {
  const float unit = ui.fonts.body->FontSize;
  const std::array<Area, 2> sides = halves(area, unit);
  const float controls = stage_controls_height(app, ui, sides.front().width);
  const std::array<SideAreas, 2> areas{split_side(sides[0], controls, unit),
                                       split_side(sides[1], controls, unit)};
  const bool of_both = !app.views.empty() && is_of_both(app, app.views.front());
  for (const Side side : session::kSides) {
    const auto own = static_cast<std::size_t>(side);
    ui.side = side;
    ui.widget_log.set_prefix(side == Side::right ? "right." : "");
    ImGui::PushID(static_cast<int>(side));
    side_controls(app, ui, areas[own].controls);
    if (!of_both) draw_hero(app, ui, areas[own].views);
    if (of_both && side == Side::left) draw_hero(app, ui, spanned(areas[0].views, areas[1].views));
    ImGui::PopID();
  }
  ui.widget_log.set_prefix("");
  ui.side = Side::left;
}

// A view without room for its picture, by its title.
void title_button(Ui& ui, session::StageView view) {
  const std::string name = fmt::format("{}.enlarge", name_of(view));
  const std::string words =
      fitted(ui.say(panel_of(ui, view).title),
             ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x, nullptr);
  if (words.size() < 6) return;
  if (button(ui, name.c_str(), words)) ui.ask([view](AppState& a) { show_large(a, view); });
  tooltip(ui, enlarge_phrase(ui, row_of(view).digit));
  ImGui::SameLine();
}

void titles(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "small_views", area, {});
  push_font(ui.fonts.small);
  for (std::size_t i = 1; i < app.views.size(); ++i) title_button(ui, app.views[i]);
  ImGui::PopFont();
  end_panel();
}

}  // namespace

float stage_controls_height(const AppState& app, const Ui& ui, float width) {
  float height = 0;
  for (const Side side : session::kSides) {
    height = std::max(height, side_controls_height(app, ui, width, side));
  }
  return height;
}

void stage(const AppState& app, Ui& ui, const Area& area) {
  if (app.session.is_comparing() && !app.is_at_workshop()) return draw_halves(app, ui, area);
  draw_hero(app, ui, area);
}

void small_views(const AppState& app, Ui& ui, const RowAreas& areas) {
  ui.state<StageState>().views_shown = 1 + areas.views.size();
  for (std::size_t i = 0; i < areas.views.size(); ++i) {
    const session::StageView view = app.views[i + 1];
    ui.small_view = view;
    panel_of(ui, view).draw(app, ui, areas.views[i]);
    ui.small_view.reset();
  }
  if (!areas.titles.is_empty()) titles(app, ui, areas.titles);
}

}  // namespace warplens::ui
