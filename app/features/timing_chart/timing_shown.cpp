// What of the timing model the window shows, as it was chosen.
#include <algorithm>

#include "app/features/timing_chart/timing_model.h"
#include "app/session/timed_settings.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {

std::int64_t shown_side(const TimingModel& model, const session::TimingChoice& choice) {
  if (model.sizes.empty()) return 0;
  return choice.side == 0 ? model.sizes.back() : scene::Chart{model.sizes, {}}.nearest(choice.side);
}

namespace {

// The value with which the kernel on the stage is timed where nothing else is asked for.
std::int64_t timed_place(const TimingModel& model, std::int64_t side) {
  const auto& series = model.chart.series;
  const auto own = std::ranges::find_if(series, &scene::ChartSeries::is_selected);
  const catalog::Variant* variant = own == series.end() ? nullptr : model.family->find(own->name);
  if (variant == nullptr) return 0;
  const catalog::Parameters timed =
      session::timed_parameters(*model.family, *variant, side, model.settings);
  const auto found = timed.find(model.against);
  return found == timed.end() ? 0 : found->second;
}

}  // namespace

std::int64_t shown_place(const TimingModel& model, const session::TimingChoice& choice) {
  if (model.against.empty()) return shown_side(model, choice);
  return model.chart.nearest(choice.place ? *choice.place
                                          : timed_place(model, shown_side(model, choice)));
}

bool has_ceiling(const TimingModel& model) { return scene::ceiling_of(model.chart) != nullptr; }

scene::ChartFigure shown_figure(const TimingModel& model, const session::TimingChoice& choice) {
  using session::TimingReading;
  if (choice.reading == TimingReading::time) return scene::ChartFigure::time;
  const bool is_share = choice.reading == TimingReading::share;
  return is_share && has_ceiling(model) ? scene::ChartFigure::share : model.rate;
}

std::string series_key(const TimingModel& model, const scene::ChartSeries& series) {
  return fmt::format("{}/{}", model.family->name, series.name);
}

std::string settings_phrase(const catalog::Parameters& settings) {
  std::string words;
  for (const auto& [name, value] : settings) {
    words += fmt::format("{}{} {}", words.empty() ? "" : " · ", name, value);
  }
  return words;
}

}  // namespace warplens::ui
