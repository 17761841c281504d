#include "app/features/host_timeline/host_timeline_keys.h"

#include <array>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_commands.h"
#include "app/state/app_state.h"

namespace warplens::ui {
namespace {

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

std::span<const KeyRow> host_timeline_keys() { return kHostTimelineKeys; }
std::span<const KeyRow> timeline_lens_keys() { return kLensKeys; }

}  // namespace warplens::ui
