#include "app/features/timing_chart/timing_options.h"

#include <algorithm>

#include "app/features/timing_chart/timing_charts.h"
#include "app/features/timing_chart/timing_cited.h"
#include "app/features/timing_chart/timing_commands.h"
#include "app/features/timing_chart/timing_ladder.h"
#include "app/features/timing_chart/timing_sweep.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::ui {
namespace {

using session::TimingChoice;
using session::TimingReading;

void heading(Ui& ui, Str words) {
  ImGui::Dummy({1, ui.fonts.small->FontSize * 0.2f});
  label(ui, ui.say(words), {ui.theme->muted, nullptr});
}

// A line to choose, ticked while it is on.
bool choice(Ui& ui, const std::string& name, std::string_view words, bool is_on) {
  const bool pressed = ImGui::MenuItem(fmt::format("{}###{}", words, name).c_str(), nullptr, is_on);
  mark(ui, name);
  return pressed;
}

// A box to tick; the list stays open.
bool box(Ui& ui, const std::string& name, std::string_view words, bool is_on) {
  const bool pressed = ImGui::Checkbox(fmt::format("{}###{}", words, name).c_str(), &is_on);
  mark(ui, name);
  return pressed;
}

// What the line of controls has no room for.
void left_out(const AppState& app, Ui& ui, const TimingModel& model, const TimingLine& line) {
  const TimingChoice& now = app.session.chosen<session::TimingChoice>();
  if (!line.has_tabs) {
    for (const TabChoice& each : line.tabs) {
      if (choice(ui, each.name, each.words, each.is_on)) ui.ask(choose_tab(each.tab));
    }
  }
  if (!line.has_readings) {
    for (const ReadingChoice& each : readings_of(ui, model)) {
      const bool is_on = each.reading == shown_reading(model, now);
      if (choice(ui, each.name, each.words, is_on)) ui.ask(choose_reading(each.reading));
    }
  }
  if (!line.has_axes) {
    for (const AxisChoice& each : line.axes) {
      if (choice(ui, axis_widget(each), each.words, each.is_on)) {
        ui.ask(choose_axis_of(each.parameter));
      }
    }
  }
  const std::string measure = measure_phrase(app, ui);
  if (!line.has_measure && !measure.empty() && choice(ui, "timing_view.measure", measure, false)) {
    ui.ask(measure_or_stop);
  }
}

void axes(const AppState& app, Ui& ui) {
  const TimingChoice& now = app.session.chosen<session::TimingChoice>();
  if (box(ui, "timing_view.log_values", ui.say(Str::log_values), now.logarithmic_values)) {
    ui.ask(toggle(&TimingChoice::logarithmic_values));
  }
  tooltip(ui, ui.say(Str::log_hint));
  if (box(ui, "timing_view.log_sizes", ui.say(Str::log_sizes), !now.linear_sizes)) {
    ui.ask(toggle(&TimingChoice::linear_sizes));
  }
  tooltip(ui, ui.say(Str::log_hint));
}

void settings(const AppState& app, Ui& ui, const TimingModel& model) {
  const catalog::Parameters& chosen = app.session.chosen<session::TimingChoice>().settings;
  if (model.known.size() < 2 && chosen.empty()) return;
  heading(ui, Str::timing_settings);
  if (choice(ui, "timing_view.settings.stage", ui.say(Str::timing_as_stage), chosen.empty())) {
    ui.ask(choose_settings({}));
  }
  tooltip(ui, ui.say(Str::timing_settings_hint, settings_phrase(model.settings)));
  for (std::size_t i = 0; i < model.known.size(); ++i) {
    if (choice(ui, fmt::format("timing_view.settings.{}", i + 1), settings_phrase(model.known[i]),
               model.known[i] == chosen)) {
      ui.ask(choose_settings(model.known[i]));
    }
  }
}

void devices(Ui& ui, const TimingModel& model) {
  if (model.recordings.size() < 2) return;
  heading(ui, Str::timing_device);
  for (std::size_t i = 0; i < model.recordings.size(); ++i) {
    const timing::Timings& each = *model.recordings[i];
    if (choice(ui, fmt::format("timing_view.device.{}", i + 1),
               fmt::format("{} · {}", each.device.name, each.days()),
               model.recordings[i] == model.recorded)) {
      ui.ask(choose_device(each.device.name));
    }
  }
}

void series_list(Ui& ui, const TimingModel& model) {
  heading(ui, Str::timing_series);
  for (const scene::ChartSeries* series : listed_series(model)) {
    if (box(ui, fmt::format("timing_view.series.{}", series->name), series->name,
            !series->is_hidden)) {
      ui.ask(toggle_series(series_key(model, *series)));
    }
    tooltip(ui, ui.say(Str::timing_series_hint));
  }
}

void why_not_live(const AppState& app, Ui& ui) {
  if (!app.live->why_not()) return;
  const std::string words = ui.say(Str::timing_no_gpu, ui.say(*app.live->why_not()));
  ui.widget_log.shown("timing_view.no_gpu", words);
  ImGui::PushTextWrapPos(ui.fonts.small->FontSize * 22);
  label(ui, words, {ui.theme->muted, nullptr});
  ImGui::PopTextWrapPos();
}

}  // namespace

std::vector<TabChoice> tabs_of(const AppState& app, const Ui& ui, const TimingModel& model,
                               float width) {
  using session::TimingTab;
  const TimingTab now = app.session.chosen<session::TimingChoice>().tab;
  const bool is_cited_now = shows_cited(app, model);
  const bool is_table = now == TimingTab::table, is_ladder = shows_ladder(app, model);
  const bool is_chart = !is_cited_now && !is_ladder;
  std::vector<TabChoice> tabs;
  if (has_table_beside(app, ui, model, width)) {
    if (!is_cited(app, model) && !has_ladder(model)) return {};
    tabs.push_back(
        {TimingTab::plot, "timing_view.measured_tab", ui.say(Str::timing_measured), is_chart});
  } else {
    tabs.push_back(
        {TimingTab::plot, "timing_view.plot_tab", ui.say(Str::timing_plot), is_chart && !is_table});
    tabs.push_back({TimingTab::table, "timing_view.table_tab", ui.say(Str::timing_table),
                    is_chart && is_table});
  }
  if (has_ladder(model)) {
    tabs.push_back(
        {TimingTab::ladder, "timing_view.ladder_tab", ui.say(Str::timing_ladder), is_ladder});
  }
  if (is_cited(app, model)) {
    tabs.push_back(
        {TimingTab::cited, "timing_view.cited_tab", ui.say(Str::timing_cited), is_cited_now});
  }
  return tabs;
}

std::vector<AxisChoice> axes_of(const Ui& ui, const TimingModel& model) {
  if (model.sweeps.empty()) return {};
  std::vector<AxisChoice> axes{
      {"", std::string(ui.say(Str::timing_by_size)), model.against.empty()}};
  for (const std::string& name : model.sweeps) {
    axes.push_back({name, ui.say(label_of(*model.family, name)), model.against == name});
  }
  return axes;
}

std::string axis_widget(const AxisChoice& axis) {
  return "timing_view.against." + (axis.parameter.empty() ? "size" : axis.parameter);
}

std::vector<ReadingChoice> readings_of(const Ui& ui, const TimingModel& model) {
  const Language language = scene_style(ui).language;
  const auto words = [language](scene::ChartFigure figure) {
    return std::string(scene::name_of(figure, language));
  };
  std::vector<ReadingChoice> readings{
      {TimingReading::rate, "timing_view.reading.rate", words(model.rate),
       std::string(ui.say(Str::timing_reading_hint))},
      {TimingReading::time, "timing_view.reading.time", words(scene::ChartFigure::time),
       std::string(ui.say(Str::timing_reading_hint))}};
  if (!has_ceiling(model)) return readings;
  readings.push_back({TimingReading::share, "timing_view.reading.share",
                      words(scene::ChartFigure::share),
                      ui.say(Str::timing_share_hint, scene::ceiling_of(model.chart)->name)});
  return readings;
}

TimingReading shown_reading(const TimingModel& model, const TimingChoice& choice) {
  const bool is_missing = choice.reading == TimingReading::share && !has_ceiling(model);
  return is_missing ? TimingReading::rate : choice.reading;
}

float timing_options_width(const Ui& ui) {
  return text_width(ui.say(Str::timing_options)) + ImGui::GetFrameHeight() +
         2 * ImGui::GetStyle().FramePadding.x + ui.fonts.small->FontSize * 0.3f;
}

void timing_options(const AppState& app, Ui& ui, const TimingModel& model, const TimingLine& line) {
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(std::min(timing_options_width(ui), room));
  const bool open =
      ImGui::BeginCombo("###timing_options", std::string(ui.say(Str::timing_options)).c_str(),
                        ImGuiComboFlags_HeightLargest);
  mark(ui, "timing_view.options");
  if (!open) return tooltip(ui, ui.say(Str::timing_options_hint));
  left_out(app, ui, model, line);
  axes(app, ui);
  settings(app, ui, model);
  devices(ui, model);
  series_list(ui, model);
  why_not_live(app, ui);
  ImGui::EndCombo();
}

}  // namespace warplens::ui
