#include "app/features/timing_chart/timing_keys.h"

#include <algorithm>

#include "app/features/timing_chart/timing_commands.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/state/saved_tables.h"

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

}  // namespace

std::span<const KeyRow> timing_keys() { return kTimingKeys; }

}  // namespace warplens::ui
