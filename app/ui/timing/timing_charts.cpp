#include "app/ui/timing/timing_charts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/draw_list_imgui.h"
#include "app/ui/timing/timing_commands.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/bar_chart.h"
#include "viz/scene/charts/chart_words.h"
#include "viz/scene/charts/line_chart.h"

namespace warplens::ui {
namespace {

using scene::BarChartLayout;
using scene::BarChartLook;
using scene::ChartSeries;
using session::TimingChoice;

scene::LineChartLook look_of(const TimingModel& model, const TimingChoice& choice) {
  return {shown_figure(model, choice), !choice.linear_sizes, choice.logarithmic_values,
          shown_side(model, choice)};
}

void hover_words(Ui& ui, const TimingModel& model, const ChartSeries& series, std::int64_t side) {
  std::string words;
  for (const std::string& line :
       scene::point_words(model.chart, series, side, scene_style(ui).language)) {
    words += (words.empty() ? "" : "\n") + line;
  }
  ui.recorder.shown("timing_view.hover", words);
  tooltip(ui, words);
}

// A click on a point takes its size.
void lines_panel(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const scene::LineChartLook look = look_of(model, app.session.choice().timing);
  const bool pressed = ImGui::InvisibleButton("timing_lines", size);
  mark(ui, "timing_view.lines");
  draw(ui, "timing", scene::line_chart(model.chart, look, {size.x, size.y}, style), origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto at = scene::point_at(model.chart, look, {size.x, size.y}, style, mouse.x, mouse.y);
  if (!at) return;
  const std::int64_t side = model.chart.sides[at->side];
  if (pressed) ui.ask(choose_side(side, false));
  hover_words(ui, model, model.chart.series[at->series], side);
}

// The kernels on the stage come into view when they change, or the room does; the left one in any
// case.
void bring_the_stage_into_view(Ui& ui, const TimingModel& model, BarChartLayout layout) {
  std::string on_stage = fmt::format("{}: ", layout.count);
  for (std::size_t i = model.chart.series.size(); i-- > 0;) {
    const ChartSeries& series = model.chart.series[i];
    if (!series.is_on_stage) continue;
    on_stage += series_key(model, series) + " ";
    layout.first = layout.first_to_see(i);
  }
  if (std::exchange(ui.cache().scrolled_to_bars, on_stage) == on_stage) return;
  ImGui::SetScrollY(static_cast<float>(layout.first) * layout.row_height);
}

// What tests read: the bars that can be seen.
void record_bars(Ui& ui, const TimingModel& model, const BarChartLayout& layout) {
  std::string names;
  for (std::size_t i = 0; i < layout.count; ++i) {
    names += model.chart.series[layout.rows[layout.first + i]].name + " ";
  }
  ui.recorder.shown("timing_view.bars_seen", names);
}

void draw_bars(Ui& ui, const TimingModel& model, const BarChartLook& look, ImVec2 size,
               ImVec2 origin) {
  const scene::Style style = scene_style(ui);
  const scene::DrawList list = scene::bar_chart(model.chart, look, {size.x, size.y}, style);
  draw(ui, "timing_bars", list, origin);
  record_bars(ui, model, scene::bar_chart_layout(model.chart, look, {size.x, size.y}, style));
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const scene::MarkId id = list.pick(mouse.x, mouse.y);
  if (id.kind != scene::MarkId::Kind::bar) return;
  hover_words(ui, model, model.chart.series[id.a], look.side);
}

// Row by row: the lines' names above the bars stay where they are.
void scrolled_bars(Ui& ui, const TimingModel& model, BarChartLook look, ImVec2 size,
                   const BarChartLayout& layout) {
  ImGui::BeginChild("timing_bars", size, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 origin = ImGui::GetWindowPos();
  const ImVec2 seen{ImGui::GetContentRegionAvail().x, size.y};
  const auto hidden = static_cast<float>(layout.rows.size() - layout.count);
  bring_the_stage_into_view(ui, model, layout);
  look.first = static_cast<std::size_t>(std::lround(ImGui::GetScrollY() / layout.row_height));
  ImGui::InvisibleButton("rows", {std::max(seen.x, 1.0f), size.y + hidden * layout.row_height});
  draw_bars(ui, model, look, seen, origin);
  ImGui::EndChild();
  mark(ui, "timing_view.bars_drawn");
}

void bars_panel(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size) {
  const TimingChoice& choice = app.session.choice().timing;
  const BarChartLook look{shown_figure(model, choice), shown_side(model, choice), 0};
  const BarChartLayout layout =
      scene::bar_chart_layout(model.chart, look, {size.x, size.y}, scene_style(ui));
  if (!layout.has_all() && layout.count > 0) return scrolled_bars(ui, model, look, size, layout);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timing_bars", size);
  mark(ui, "timing_view.bars_drawn");
  draw_bars(ui, model, look, size, origin);
}

// What the charts show at the chosen size: what tests read.
void record(const AppState& app, Ui& ui, const TimingModel& model) {
  const TimingChoice& choice = app.session.choice().timing;
  const std::int64_t side = shown_side(model, choice);
  ui.recorder.shown("timing_view.side", std::to_string(side));
  const auto index = model.chart.index_of(side);
  for (const ChartSeries& series : model.chart.series) {
    if (series.is_hidden || !index) continue;
    const timing::Entry* entry = series.points[*index];
    const auto value =
        entry == nullptr ? std::nullopt : scene::value_of(*entry, shown_figure(model, choice));
    ui.recorder.shown(
        fmt::format("timing_view.{}.{}", series.is_live ? "live" : "value", series.name),
        value ? scene::figure_words(*value, shown_figure(model, choice))
              : std::string(scene::words::not_recorded.in(scene_style(ui).language)));
  }
}

}  // namespace

bool has_room_for_both(const Ui& ui, ImVec2 room) {
  const float unit = ui.fonts.small->FontSize;
  return room.x > unit * 36 && room.y > unit * 8;
}

void timing_charts(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 room) {
  constexpr float kLines = 0.58f;
  if (room.x < 1 || room.y < 1) return;
  record(app, ui, model);
  if (!has_room_for_both(ui, room)) {
    const auto draw_one = app.session.choice().timing.shows_bars ? bars_panel : lines_panel;
    return draw_one(app, ui, model, room);
  }
  const float gap = ui.fonts.small->FontSize;
  const float left = (room.x - gap) * kLines;
  lines_panel(app, ui, model, {left, room.y});
  ImGui::SameLine(0, gap);
  bars_panel(app, ui, model, {room.x - left - gap, room.y});
}

}  // namespace warplens::ui
