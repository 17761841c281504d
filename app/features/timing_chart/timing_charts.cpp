#include "app/features/timing_chart/timing_charts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/timing_chart/timing_commands.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_phrases.h"
#include "viz/scene/charts/chart_table.h"
#include "viz/scene/charts/line_chart.h"

namespace warplens::ui {
namespace {

// To which the table of timings was scrolled.
struct ScrolledRows {
  std::string kernels;
};

using scene::ChartSeries;
using scene::ChartTableLayout;
using scene::ChartTableLook;
using session::TimingChoice;

// What the pointer is at: a series' line or its row.
struct PointedAt {
  std::optional<std::size_t> series;
  std::optional<std::int64_t> side;  // of the point nearest to it; none: a row
};

scene::Size size_of(ImVec2 size) { return {size.x, size.y}; }

scene::LineChartLook plot_look(const TimingModel& model, const TimingChoice& choice,
                               const PointedAt& pointed) {
  return {shown_figure(model, choice), !choice.linear_sizes, choice.logarithmic_values,
          shown_place(model, choice), pointed.series};
}

ChartTableLook table_look(const TimingModel& model, const TimingChoice& choice,
                          const PointedAt& pointed) {
  return {shown_figure(model, choice), shown_place(model, choice), 0, pointed.series};
}

void hover_phrase(Ui& ui, const TimingModel& model, std::size_t series, std::int64_t side) {
  std::string words;
  for (const std::string& line : scene::point_phrase(model.chart, model.chart.series[series], side,
                                                     scene_style(ui).language)) {
    words += (words.empty() ? "" : "\n") + line;
  }
  ui.widget_log.shown("timing_view.hover", words);
  tooltip(ui, words);
}

PointedAt pointed_at_line(const AppState& app, const Ui& ui, const TimingModel& model,
                          ImVec2 origin, ImVec2 size) {
  // Its own button blocks the window while it is held down.
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) ||
      !ImGui::IsMouseHoveringRect(origin, origin + size)) {
    return {};
  }
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto look = plot_look(model, app.session.chosen<session::TimingChoice>(), {});
  const auto at =
      scene::point_at(model.chart, look, size_of(size), scene_style(ui), mouse.x, mouse.y);
  if (!at) return {};
  return {at->series, model.chart.sides[at->side]};
}

bool has_room_for_plot(const AppState& app, const Ui& ui, const TimingModel& model, ImVec2 size) {
  const scene::Style style = scene_style(ui);
  const auto look = plot_look(model, app.session.chosen<session::TimingChoice>(), {});
  return scene::line_chart_layout(model.chart, look, size_of(size), style).has_room(style);
}

// A click on a line takes the size of its nearest point.
void plot(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size,
          const PointedAt& pointed) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto look = plot_look(model, app.session.chosen<session::TimingChoice>(), pointed);
  const bool pressed = ImGui::InvisibleButton("timing_lines", size);
  mark(ui, "timing_view.lines");
  draw_or_tell(ui, "timing", scene::line_chart(model.chart, look, size_of(size), scene_style(ui)),
               origin);
  if (!pointed.series || !pointed.side) return;
  if (pressed) ui.ask(choose_place(model, *pointed.side));
  hover_phrase(ui, model, *pointed.series, *pointed.side);
}

// The kernels on the stage come into view when they change, or the room does; the left one in any
// case.
void bring_the_stage_into_view(Ui& ui, const TimingModel& model, ChartTableLayout layout) {
  std::string on_stage = fmt::format("{}: ", layout.count);
  for (std::size_t i = model.chart.series.size(); i-- > 0;) {
    const ChartSeries& series = model.chart.series[i];
    if (!series.is_on_stage) continue;
    on_stage += series_key(model, series) + " ";
    layout.first = layout.first_to_see(i);
  }
  if (std::exchange(ui.cache().kept.of<ScrolledRows>().kernels, on_stage) == on_stage) return;
  ImGui::SetScrollY(static_cast<float>(layout.first) * layout.row_height);
}

// What tests read: the rows that can be seen.
void record_rows(Ui& ui, const TimingModel& model, const ChartTableLayout& layout) {
  std::string names;
  for (std::size_t i = 0; i < layout.count; ++i) {
    names += model.chart.series[layout.rows[layout.first + i]].name + " ";
  }
  ui.widget_log.shown("timing_view.rows_seen", names);
}

// Row by row: the head stays where it is. A row that the pointer is at is what is pointed at.
void table(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size, PointedAt& pointed) {
  const scene::Style style = scene_style(ui);
  ChartTableLook look = table_look(model, app.session.chosen<session::TimingChoice>(), pointed);
  ImGui::BeginChild("timing_table", size, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 origin = ImGui::GetWindowPos();
  const ImVec2 seen{std::max(ImGui::GetContentRegionAvail().x, 1.0f), size.y};
  ChartTableLayout layout = scene::chart_table_layout(model.chart, look, size_of(seen), style);
  const auto hidden = static_cast<float>(layout.rows.size() - layout.count);
  bring_the_stage_into_view(ui, model, layout);
  look.first = static_cast<std::size_t>(std::lround(ImGui::GetScrollY() / layout.row_height));
  const float height = layout.has_all() ? size.y : size.y + hidden * layout.row_height;
  ImGui::InvisibleButton("rows", {seen.x, std::max(height, 1.0f)});
  layout = scene::chart_table_layout(model.chart, look, size_of(seen), style);
  if (ImGui::IsItemHovered()) {
    pointed.series = layout.series_at(ImGui::GetMousePos().y - origin.y);
    look.pointed_at = pointed.series;
    if (pointed.series) hover_phrase(ui, model, *pointed.series, look.side);
  }
  draw_or_tell(ui, "timing_table", scene::chart_table(model.chart, look, size_of(seen), style),
               origin);
  record_rows(ui, model, layout);
  ImGui::EndChild();
  mark(ui, "timing_view.table");
}

std::string value_phrase(const TimingModel& model, const ChartSeries& series, std::size_t side,
                         scene::ChartFigure figure, Language language) {
  const auto value = scene::value_of(model.chart, series, side, figure);
  return value ? scene::figure_phrase(*value, figure)
               : std::string(scene::phrases::not_recorded.in(language));
}

// What plot and table show at the chosen size: what tests read.
void record(const AppState& app, Ui& ui, const TimingModel& model) {
  const TimingChoice& choice = app.session.chosen<session::TimingChoice>();
  const scene::ChartFigure figure = shown_figure(model, choice);
  const std::int64_t side = shown_place(model, choice);
  const Language language = scene_style(ui).language;
  ui.widget_log.shown("timing_view.side",
                      [&] { return std::to_string(shown_side(model, choice)); });
  ui.widget_log.shown("timing_view.against", model.against);
  if (!model.against.empty())
    ui.widget_log.shown("timing_view.place", [&] { return std::to_string(side); });
  ui.widget_log.shown("timing_view.figure",
                      [&] { return scene::title_of(model.chart, figure, language); });
  const auto index = model.chart.index_of(side);
  for (const ChartSeries& series : model.chart.series) {
    if (series.is_hidden || !index) continue;
    const char* what = series.is_least ? "limit" : series.is_live ? "live" : "value";
    ui.widget_log.shown({"timing_view.", what, ".", series.name},
                        [&] { return value_phrase(model, series, *index, figure, language); });
    const auto ratio = scene::ratio_to_selected(model.chart, series, *index, figure);
    if (!ratio || series.is_live || series.is_least) continue;
    ui.widget_log.shown({"timing_view.ratio.", series.name},
                        [&] { return scene::ratio_phrase(*ratio); });
  }
}

// What all of its cells need.
float table_width(const AppState& app, const Ui& ui, const TimingModel& model) {
  const auto look = table_look(model, app.session.chosen<session::TimingChoice>(), {});
  return scene::chart_table_width(model.chart, look, scene_style(ui)) +
         ImGui::GetStyle().ScrollbarSize;
}

}  // namespace

bool has_table_beside(const AppState& app, const Ui& ui, const TimingModel& model, float width) {
  constexpr float kWidest = 0.36f;  // the plot comes first
  return !ui.small_view && table_width(app, ui, model) <= width * kWidest;
}

void timing_charts(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 room) {
  if (room.x < 1 || room.y < 1) return;
  record(app, ui, model);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const bool has_both = has_table_beside(app, ui, model, room.x);
  const float beside = has_both ? table_width(app, ui, model) : 0;
  const bool wants_table =
      app.session.chosen<session::TimingChoice>().tab == session::TimingTab::table;
  PointedAt pointed;
  const bool has_only_table =
      !has_both && (ui.small_view ? !has_room_for_plot(app, ui, model, room) : wants_table);
  if (has_only_table) return table(app, ui, model, room, pointed);
  const float gap = beside > 0 ? ui.fonts.small->FontSize * 0.8f : 0;
  const ImVec2 plot_room{room.x - beside - gap, room.y};
  pointed = pointed_at_line(app, ui, model, origin, plot_room);
  if (beside > 0) {
    ImGui::SetCursorScreenPos(origin + ImVec2{plot_room.x + gap, 0});
    table(app, ui, model, {beside, room.y}, pointed);
  }
  ImGui::SetCursorScreenPos(origin);
  plot(app, ui, model, plot_room, pointed);
}

}  // namespace warplens::ui
