// What of the timing model the window shows, as it was chosen.
#include "app/state/timing_model.h"

namespace warplens::ui {

std::int64_t shown_side(const TimingModel& model, const session::TimingChoice& choice) {
  if (model.sizes.empty()) return 0;
  return choice.side == 0 ? model.sizes.back() : scene::Chart{model.sizes, {}}.nearest(choice.side);
}

std::int64_t shown_place(const TimingModel& model, const session::TimingChoice& choice) {
  if (model.against.empty()) return shown_side(model, choice);
  const auto on_stage = model.settings.find(model.against);
  const std::int64_t place = choice.place                       ? *choice.place
                             : on_stage == model.settings.end() ? 0
                                                                : on_stage->second;
  return model.chart.nearest(place);
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

std::string settings_words(const catalog::Parameters& settings) {
  std::string words;
  for (const auto& [name, value] : settings) {
    words += fmt::format("{}{} {}", words.empty() ? "" : " · ", name, value);
  }
  return words;
}

}  // namespace warplens::ui
