#include "app/features/timing_chart/timing_missing.h"

#include <algorithm>

#include "app/features/timing_chart/timing_commands.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using scene::ChartSeries;

std::string joined(const std::vector<std::string>& lines, const char* between) {
  std::string words;
  for (const std::string& line : lines) words += (words.empty() ? "" : between) + line;
  return words;
}

// Which variants have no timing at this size.
std::vector<std::string> not_recorded(const TimingModel& model, std::size_t side) {
  std::vector<std::string> names;
  for (const ChartSeries* series : listed_series(model)) {
    const bool is_timed = std::ranges::any_of(model.chart.series, [&](const ChartSeries& each) {
      return each.name == series->name && each.points[side] != nullptr;
    });
    if (!is_timed && !series->is_hidden) names.push_back(series->name);
  }
  return names;
}

// A kernel on the stage has no timing at all with these settings.
bool is_never_timed(const TimingModel& model, const std::string& kernel) {
  return std::ranges::none_of(model.chart.series, [&](const ChartSeries& series) {
    const bool is_timed =
        std::ranges::any_of(series.points, [](const auto* point) { return point != nullptr; });
    return is_timed && series_key(model, series) == kernel;
  });
}

void add_the_stage(const AppState& app, const Ui& ui, const TimingModel& model,
                   std::vector<std::string>& lines) {
  if (model.settings.empty()) return;
  for (const session::Side side : model.on_stage) {
    if (!is_never_timed(model, app.session.selection(side).kernel)) continue;
    lines.push_back(ui.say(Str::timing_not_with, app.session.variant(side)->name,
                           settings_phrase(model.settings)));
  }
}

std::vector<std::string> missing_timings(const AppState& app, const Ui& ui,
                                         const TimingModel& model) {
  std::vector<std::string> lines;
  if (app.live->error()) {
    lines.push_back(ui.say(Str::timing_failed, ui.say(*app.live->error())));
  }
  add_the_stage(app, ui, model, lines);
  if (const auto side =
          model.chart.index_of(shown_place(model, app.session.chosen<session::TimingChoice>()))) {
    const auto names = not_recorded(model, *side);
    if (!names.empty()) lines.push_back(ui.say(Str::timing_not_recorded, joined(names, ", ")));
  }
  if (!model.stale.empty()) {
    lines.push_back(ui.say(Str::timing_stale, joined(model.stale, ", ")));
  }
  return lines;
}

std::vector<std::string> absent_timings(const Ui& ui, const TimingModel& model) {
  std::vector<std::string> lines;
  for (const auto& timings : {model.recorded, model.live}) {
    if (!timings) continue;
    for (const Both& absent : timings->absent) {
      lines.push_back(ui.say(Str::timing_absent, ui.say(absent)));
    }
  }
  return lines;
}

}  // namespace

void missing_line(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr std::size_t kMostTold = 12;
  std::vector<std::string> lines = missing_timings(app, ui, model);
  std::vector<std::string> told = lines;
  const std::vector<std::string> absent = absent_timings(ui, model);
  if (absent.size() == 1) told.push_back(absent.front());
  if (absent.size() > 1) told.push_back(ui.say(Str::timing_absent_several, absent.size()));
  lines.insert(lines.end(), absent.begin(), absent.end());
  if (lines.empty()) return;
  ui.widget_log.shown("timing_view.missing", [&] { return joined(lines, " · "); });
  label(ui, fitted(joined(told, " · "), ImGui::GetContentRegionAvail().x, ui.fonts.small),
        {ui.theme->muted, ui.fonts.small});
  if (lines.size() > kMostTold) {
    lines.resize(kMostTold);
    lines.emplace_back("…");
  }
  tooltip(ui, joined(lines, "\n"));
}

void no_timings(const AppState& app, Ui& ui, const TimingModel& model) {
  const std::string title(ui.say(model.family->title));
  std::string words = ui.say(Str::timing_none, title, model.family->name);
  if (app.recordings.is_reading()) words = ui.say(Str::timing_reading);
  const TextLook look{ui.theme->muted, ui.fonts.small};
  wrapped_label(ui, words, look);
  if (app.live->why_not()) {
    const std::string why = ui.say(Str::timing_no_gpu, ui.say(*app.live->why_not()));
    wrapped_label(ui, why, look);
    words += "\n" + why;
  }
  ui.widget_log.shown("timing_view.missing", words);
}

}  // namespace warplens::ui
