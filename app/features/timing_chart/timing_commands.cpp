#include "app/features/timing_chart/timing_commands.h"

#include "app/state/app_state.h"

#include <algorithm>

namespace warplens::ui {
namespace {

using session::TimingChoice;

template <class Change>
Command change_timing(Change change, bool continues = false) {
  return [change = std::move(change), continues](AppState& app) {
    TimingChoice timing = app.session.chosen<session::TimingChoice>();
    change(timing);
    app.session.choose(std::move(timing), continues);
  };
}

// Where nothing is recorded: powers of two, as recordings have.
std::vector<std::int64_t> sizes_to_measure(const TimingModel& model) {
  constexpr std::int64_t kSmallest = 64, kLargest = 16384;
  if (!model.is_empty()) return model.sizes;
  std::vector<std::int64_t> sides;
  for (std::int64_t side = kSmallest; side <= kLargest; side *= 2) sides.push_back(side);
  return sides;
}

}  // namespace

TimingModel left_timing(const AppState& app) {
  return timing_model(app.session, app.recordings, app.live->measured(), session::Side::left);
}

Command choose_side(std::int64_t side, bool continues) {
  return change_timing([side](TimingChoice& timing) { timing.side = side; }, continues);
}

Command choose_place(const TimingModel& model, std::int64_t place) {
  if (model.against.empty()) return choose_side(place, false);
  return change_timing([place](TimingChoice& timing) { timing.place = place; });
}

Command choose_axis_of(std::string parameter) {
  return change_timing([parameter = std::move(parameter)](TimingChoice& timing) {
    timing.against = parameter;
    timing.place.reset();
  });
}

void step_side(AppState& app, int by) {
  const TimingModel model = left_timing(app);
  const auto now = std::ranges::find(
      model.sizes, shown_side(model, app.session.chosen<session::TimingChoice>()));
  if (now == model.sizes.end()) return;
  const auto last = static_cast<std::ptrdiff_t>(model.sizes.size()) - 1;
  const auto wanted = std::clamp<std::ptrdiff_t>(now - model.sizes.begin() + by, 0, last);
  choose_side(model.sizes[static_cast<std::size_t>(wanted)], false)(app);
}

void toggle_numbered_series(AppState& app, std::size_t number) {
  const TimingModel model = left_timing(app);
  const auto listed = listed_series(model);
  if (number < listed.size()) toggle_series(series_key(model, *listed[number]))(app);
}

Command choose_settings(catalog::Parameters settings) {
  return change_timing(
      [settings = std::move(settings)](TimingChoice& timing) { timing.settings = settings; });
}

Command choose_device(std::string device) {
  return change_timing(
      [device = std::move(device)](TimingChoice& timing) { timing.device = device; });
}

Command choose_reading(session::TimingReading reading) {
  return change_timing([reading](TimingChoice& timing) { timing.reading = reading; });
}

void next_reading(AppState& app) {
  constexpr int kReadings = 3;
  const int count = has_ceiling(left_timing(app)) ? kReadings : kReadings - 1;
  const int now = static_cast<int>(app.session.chosen<session::TimingChoice>().reading);
  choose_reading(static_cast<session::TimingReading>((now + 1) % count))(app);
}

Command choose_tab(session::TimingTab tab) {
  return change_timing([tab](TimingChoice& timing) { timing.tab = tab; });
}

void toggle_table(AppState& app) {
  using session::TimingTab;
  const bool is_on = app.session.chosen<session::TimingChoice>().tab == TimingTab::table;
  choose_tab(is_on ? TimingTab::plot : TimingTab::table)(app);
}

void toggle_cited(AppState& app) {
  using session::TimingTab;
  const bool is_on = app.session.chosen<session::TimingChoice>().tab == TimingTab::cited;
  choose_tab(is_on ? TimingTab::plot : TimingTab::cited)(app);
}

void toggle_ladder(AppState& app) {
  using session::TimingTab;
  const bool is_on = app.session.chosen<session::TimingChoice>().tab == TimingTab::ladder;
  choose_tab(is_on ? TimingTab::plot : TimingTab::ladder)(app);
}

Command toggle(bool TimingChoice::*what) {
  return change_timing([what](TimingChoice& timing) { timing.*what = !(timing.*what); });
}

Command toggle_series(std::string key) {
  return change_timing([key = std::move(key)](TimingChoice& timing) {
    if (timing.hidden.erase(key) == 0) timing.hidden.insert(key);
  });
}

void measure_or_stop(AppState& app) {
  if (app.live->busy()) return app.live->cancel();
  const TimingModel model = left_timing(app);
  if (model.family == nullptr || !model.family->timed) return;
  app.live->start({model.family->name, sizes_to_measure(model), model.settings});
}

std::vector<const scene::ChartSeries*> listed_series(const TimingModel& model) {
  std::vector<const scene::ChartSeries*> listed;
  for (const scene::ChartSeries& series : model.chart.series) {
    const bool is_known =
        std::ranges::any_of(listed, [&](const auto* each) { return each->name == series.name; });
    if (!is_known) listed.push_back(&series);
  }
  return listed;
}

void note_timing(AppState& app) {
  TimingChoice timing = app.session.chosen<session::TimingChoice>();
  timing.settings.clear();  // they are of one kernel
  timing.against.clear();
  timing.place.reset();
  if (timing == app.settings.timing) return;
  app.settings.timing = std::move(timing);
  save(app);
}

}  // namespace warplens::ui
