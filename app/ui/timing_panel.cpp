// What the kernels of the family on the stage take on a GPU, by size: recorded ones, and those that
// are measured here as they arrive.
#include <algorithm>

#include "app/ui/band.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels.h"
#include "app/ui/timing_commands.h"
#include "app/ui/timing_controls.h"
#include "app/ui/widgets.h"
#include "viz/scene/bar_chart.h"
#include "viz/scene/chart_axis.h"
#include "viz/scene/chart_words.h"
#include "viz/scene/line_chart.h"

namespace warplens::ui {
namespace {

using scene::ChartSeries;
using session::TimingChoice;

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string words;
  for (const std::string& line : lines) words += (words.empty() ? "" : "\n") + line;
  return words;
}

std::string listed(const std::vector<std::string>& names) {
  std::string words;
  for (const std::string& name : names) words += (words.empty() ? "" : ", ") + name;
  return words;
}

std::string band_hint(const Ui& ui, const timing::Timings& timings, const std::string& side,
                      const catalog::Parameters& settings) {
  const timing::Device& device = timings.device;
  return ui.say(Str::timed_hint, side, settings_words(settings), device.driver,
                device.compute_capability, timings.command);
}

void bands(const AppState& app, Ui& ui, const TimingModel& model) {
  const std::string side = scene::grouped_digits(shown_side(model, app.session.choice().timing));
  if (model.recorded) {
    band(ui, ui.say(Str::timed_recorded, side, model.recorded->device.name, model.recorded->date),
         band_hint(ui, *model.recorded, side, model.settings), "timing_view.recorded");
  }
  if (model.live) {
    band(ui, ui.say(Str::timed_live, side, model.live->device.name),
         band_hint(ui, *model.live, side, model.settings), "timing_view.live");
  }
}

// Which variants have no timing at this size.
std::vector<std::string> not_recorded(const TimingModel& model, std::size_t side) {
  std::vector<std::string> names;
  for (const ChartSeries* series : legend_of(model)) {
    const bool is_timed = std::ranges::any_of(model.chart.series, [&](const ChartSeries& each) {
      return each.name == series->name && each.points[side] != nullptr;
    });
    if (!is_timed && !series->is_hidden) names.push_back(series->name);
  }
  return names;
}

// The kernel on the stage has no timing at all with these settings.
bool lacks_the_stage(const AppState& app, const Ui& ui, const TimingModel& model) {
  const std::string& kernel = app.session.selection(ui.side).kernel;
  return std::ranges::none_of(model.chart.series, [&](const ChartSeries& series) {
    const bool is_timed =
        std::ranges::any_of(series.points, [](const auto* point) { return point != nullptr; });
    return is_timed && series_key(model, series) == kernel;
  });
}

// What is missing, in the order in which a person wants to know.
std::vector<std::string> missing(const AppState& app, const Ui& ui, const TimingModel& model) {
  std::vector<std::string> lines;
  const auto side = model.chart.index_of(shown_side(model, app.session.choice().timing));
  if (!app.live->error().empty()) lines.push_back(ui.say(Str::timing_failed, app.live->error()));
  if (lacks_the_stage(app, ui, model) && !model.settings.empty()) {
    lines.push_back(ui.say(Str::timing_not_with, app.session.variant(ui.side)->name,
                           settings_words(model.settings)));
  }
  if (side) {
    const auto names = not_recorded(model, *side);
    if (!names.empty()) lines.push_back(ui.say(Str::timing_not_recorded, listed(names)));
  }
  if (!model.stale.empty()) lines.push_back(ui.say(Str::timing_stale, listed(model.stale)));
  for (const auto& timings : {model.recorded, model.live}) {
    if (!timings) continue;
    for (const std::string& absent : timings->absent) {
      lines.push_back(ui.say(Str::timing_absent, absent));
    }
  }
  if (!app.live->why_not().empty())
    lines.push_back(ui.say(Str::timing_no_gpu, app.live->why_not()));
  return lines;
}

// One line; all of it on hover.
void missing_line(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr std::size_t kMostTold = 12;
  std::vector<std::string> lines = missing(app, ui, model);
  if (lines.empty()) return;
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : " · ") + line;
  ui.recorder.shown("timing_view.missing", all);
  label(ui, fitted(all, ImGui::GetContentRegionAvail().x, ui.fonts.small),
        {ui.look->muted, ui.fonts.small});
  if (lines.size() > kMostTold) {
    lines.resize(kMostTold);
    lines.emplace_back("…");
  }
  tooltip(ui, joined_lines(lines));
}

scene::LineChartLook look_of(const TimingModel& model, const TimingChoice& choice) {
  return {shown_figure(model, choice), !choice.linear_sizes, choice.logarithmic_values,
          shown_side(model, choice)};
}

void hover_words(Ui& ui, const TimingModel& model, const ChartSeries& series, std::int64_t side) {
  const std::string words =
      joined_lines(scene::point_words(model.chart, series, side, scene_style(ui).language));
  ui.recorder.shown("timing_view.hover", words);
  tooltip(ui, words);
}

// A click on a point takes its size.
void lines(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size) {
  const TimingChoice& choice = app.session.choice().timing;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const scene::LineChartLook look = look_of(model, choice);
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

void bars(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 size) {
  const TimingChoice& choice = app.session.choice().timing;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const std::int64_t side = shown_side(model, choice);
  ImGui::InvisibleButton("timing_bars", size);
  mark(ui, "timing_view.bars_drawn");
  const scene::DrawList list = scene::bar_chart(model.chart, shown_figure(model, choice), side,
                                                {size.x, size.y}, scene_style(ui));
  draw(ui, "timing_bars", list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const scene::MarkId id = list.pick(mouse.x, mouse.y);
  if (id.kind == scene::MarkId::Kind::bar) hover_words(ui, model, model.chart.series[id.a], side);
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
              : std::string(scene::word(scene::Word::not_recorded, scene_style(ui).language)));
  }
}

// Side by side where there is room for both.
bool has_room_for_both(const Ui& ui, ImVec2 room) {
  const float unit = ui.fonts.small->FontSize;
  return room.x > unit * 36 && room.y > unit * 8;
}

void charts(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr float kLines = 0.58f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  record(app, ui, model);
  if (!has_room_for_both(ui, room)) {
    const auto draw_one = app.session.choice().timing.shows_bars ? bars : lines;
    return draw_one(app, ui, model, room);
  }
  const float gap = ui.fonts.small->FontSize;
  const float left = (room.x - gap) * kLines;
  lines(app, ui, model, {left, room.y});
  ImGui::SameLine(0, gap);
  bars(app, ui, model, {room.x - left - gap, room.y});
}

// The rows above the charts that the panel's height has room for, the most needed first.
void filled(const AppState& app, Ui& ui, const TimingModel& model) {
  const float unit = ui.fonts.small->FontSize;
  const float height = ImGui::GetContentRegionAvail().y / unit;
  const bool has_size_row = height > 12, has_look_row = height > 15, has_legend = height > 19;
  if (height > 8) bands(app, ui, model);
  push_font(ui.fonts.small);
  if (has_size_row) timing_size_row(app, ui, model);
  if (has_look_row) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    timing_look_row(app, ui, model, has_room_for_both(ui, room));
    timing_measure(app, ui);
  }
  if (has_legend) timing_legend(ui, model, height * unit * 0.2f);
  if (height > 10) missing_line(app, ui, model);
  ImGui::PopFont();
  charts(app, ui, model);
}

void nothing(const AppState& app, Ui& ui, const TimingModel& model) {
  const std::string title(ui.say(model.family->title));
  std::string words = ui.say(Str::timing_none, title, model.family->name);
  if (app.recordings.is_reading()) words = ui.say(Str::timing_reading);
  ui.recorder.shown("timing_view.missing", words);
  ImGui::PushTextWrapPos(0);
  label(ui, words, {ui.look->muted, ui.fonts.small});
  if (!app.live->why_not().empty()) {
    label(ui, ui.say(Str::timing_no_gpu, app.live->why_not()), {ui.look->muted, ui.fonts.small});
  }
  ImGui::PopTextWrapPos();
  push_font(ui.fonts.small);
  timing_measure(app, ui);
  ImGui::PopFont();
}

void content(const AppState& app, Ui& ui) {
  const TimingModel& model =
      ui.cache().timing.get(app.session, app.recordings, app.live->timings(), ui.side);
  if (model.family == nullptr) return muted_note(ui, Str::timing_capture);
  if (!model.family->timed) {
    ImGui::PushTextWrapPos(0);
    label(ui, ui.say(Str::timing_not_timed, ui.say(model.family->title)),
          {ui.look->muted, ui.fonts.small});
    return ImGui::PopTextWrapPos();
  }
  model.is_empty() ? nothing(app, ui, model) : filled(app, ui, model);
}

}  // namespace

void timing_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timing_view", area, ui.say(Str::timing_view));
  content(app, ui);
  end_panel();
}

}  // namespace warplens::ui
