#include "app/ui/timing/timing_keys.h"
#include "app/features/host_timeline/host_runs.h"

#include "app/settings/timing_choice.h"
#include "app/state/saved_tables.h"

#include <algorithm>

#include "app/ui/timing/host_timeline_commands.h"
#include "app/ui/timing/timing_commands.h"

namespace warplens::ui {
namespace {

using session::StageView;
using session::TimingChoice;

void save_csv(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  SaveWish& wish = ui.exports.wish.emplace();
  wish.kind = SaveWish::Kind::csv;
  wish.panel = name_of(StageView::timing_view);
  wish.table = kTimingTable;
}

void toggle_axis(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.ask(toggle(press.shift ? &TimingChoice::linear_sizes : &TimingChoice::logarithmic_values));
}

void toggle_digits_series(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const auto number = static_cast<std::size_t>(digit_of(press.key)) - 1;
  ui.ask([number](AppState& app) { toggle_numbered_series(app, number); });
}

constexpr std::array kTimingKeys{
    KeyRow{{Key::up, Key::down}, kShift, asks_by<step_side>, "Shift + ↑  ↓", Str::keys_timing_size},
    KeyRow{Key::v, kNone, asks<next_reading>, "V", Str::keys_timing_figure},
    KeyRow{Key::a, kShiftOrNot, toggle_axis, "A", Str::keys_timing_axes},
    KeyRow{Key::d, kNone, asks<toggle_table>, "D", Str::keys_timing_table},
    KeyRow{Key::d, kShift, asks<toggle_cited>, "Shift + D", Str::keys_timing_cited},
    KeyRow{Key::d, kCtrl, asks<toggle_ladder>, "Ctrl + D", Str::keys_timing_ladder},
    KeyRow{kDigits, kShift, toggle_digits_series, "Shift + 1 – 9", Str::keys_timing_series},
    KeyRow{Key::m, kCtrl, asks<measure_or_stop>, "Ctrl + M", Str::keys_timing_measure},
    KeyRow{Key::e, kCtrl, save_csv, "Ctrl + E", Str::keys_csv},
};

void step_to_span(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.ask([by = press.shift ? -1 : 1](AppState& app) { step_span(app, by); });
}

constexpr std::array kHostTimelineKeys{
    KeyRow{Key::n, kShiftOrNot, step_to_span, "N  Shift + N", Str::keys_host_span},
    KeyRow{{Key::up, Key::down},
           kShift,
           asks_by<step_array_bytes>,
           "Shift + ↑  ↓",
           Str::keys_timing_size},
    KeyRow{Key::v, kNone, asks<next_scenario>, "V", Str::keys_timing_figure},
    KeyRow{Key::m, kCtrl, asks<measure_timeline_or_stop>, "Ctrl + M", Str::keys_timing_measure},
};

void pan_lens(Ui& ui, const AppState& app, const KeyPress& press) {
  constexpr double kPart = 0.25;
  scene::TimeWindow& window = timeline_lens(ui, app.session);
  window = scene::panned(*host_timeline::shown_run(app.session), window,
                         kPart * direction_of(press.key));
}

void zoom_lens(Ui& ui, const AppState& app, const KeyPress& press) {
  constexpr double kFactor = 1.5;
  scene::TimeWindow& window = timeline_lens(ui, app.session);
  window =
      scene::zoomed(*host_timeline::shown_run(app.session), window, (window.begin + window.end) / 2,
                    press.key == Key::right_bracket ? kFactor : 1 / kFactor);
}

void show_whole_run(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  timeline_lens(ui, app.session) = scene::whole(*host_timeline::shown_run(app.session));
}

constexpr std::array kLensKeys{
    KeyRow{{Key::left, Key::right}, kCtrl, pan_lens, "Ctrl + ←  →  ↑  ↓", Str::keys_pan},
    KeyRow{{Key::left_bracket, Key::right_bracket}, kNone, zoom_lens, "[  ]", Str::keys_zoom_time},
    KeyRow{Key::zero, kNone, show_whole_run, "0", Str::keys_whole},
};

}  // namespace

std::span<const KeyRow> timing_keys() { return kTimingKeys; }
std::span<const KeyRow> host_timeline_keys() { return kHostTimelineKeys; }
std::span<const KeyRow> timeline_lens_keys() { return kLensKeys; }

bool stage_key(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto host = std::ranges::find(app.views, StageView::host_timeline);
  const auto timing = std::ranges::find(app.views, StageView::timing_view);
  if (host != app.views.end() && host < timing) {
    const bool has_run = host_timeline::shown_run(app.session) != nullptr;
    if (has_run && act(kLensKeys, ui, app, press)) return true;
    if (act(kHostTimelineKeys, ui, app, press)) return true;
  }
  return timing != app.views.end() && act(kTimingKeys, ui, app, press);
}

}  // namespace warplens::ui
