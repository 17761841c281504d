// Keys that answer: Enter leads to the question, from there they choose and Enter checks.
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "kernels/cost/access_cost.h"
#include "viz/algebra/figures.h"

namespace warplens::ui {
namespace {

bool is_about_cells(const lessons::Prediction& asked) {
  return asked.kind == lessons::Prediction::Kind::cell ||
         asked.kind == lessons::Prediction::Kind::point;
}

// From where nothing has moved on.
void move_point(Ui& ui, Key key) {
  AskState& state = ui.state<AskState>();
  algebra::GridPoint at = state.picked ? algebra::grid_point(*state.picked) : algebra::GridPoint{};
  at.x += key == Key::right ? 1 : key == Key::left ? -1 : 0;
  at.y += key == Key::up ? 1 : key == Key::down ? -1 : 0;
  if (const auto number = algebra::number_of(at)) state.picked = *number;
}

std::uint32_t choosable(const lessons::Prediction& asked) {
  return asked.kind == lessons::Prediction::Kind::lanes
             ? kWarpSize
             : static_cast<std::uint32_t>(lessons::option_count(asked));
}

void move_cell(Ui& ui, const AppState& app, const lessons::Prediction& asked, Key key) {
  AskState& state = ui.state<AskState>();
  std::int64_t columns = analysis::kBanks, count = analysis::kBanks;
  if (asked.cell == lessons::CellKind::element) {
    const trace::Buffer* buffer = lessons::asked_buffer(asked, app.session);
    if (buffer == nullptr) return;
    columns = static_cast<std::int64_t>(buffer->columns);
    count = static_cast<std::int64_t>(buffer->rows) * columns;
  }
  const bool across = key == Key::left || key == Key::right;
  const bool back = key == Key::left || key == Key::up;
  const std::int64_t by = (across ? 1 : columns) * (back ? -1 : 1);
  const std::int64_t next = state.picked ? *state.picked + by : 0;
  if (next >= 0 && next < count) state.picked = next;
}

void move_pointed(Ui& ui, const AppState& app, const KeyPress& press) {
  const lessons::Prediction& asked = *open_question(app);
  if (asked.kind == lessons::Prediction::Kind::point) return move_point(ui, press.key);
  if (is_about_cells(asked)) return move_cell(ui, app, asked, press.key);
  AskState& state = ui.state<AskState>();
  const std::uint32_t count = choosable(asked);
  const bool by_row = press.key == Key::up || press.key == Key::down;
  const bool is_grid = asked.kind == lessons::Prediction::Kind::lanes;
  const std::uint32_t by = is_grid && by_row ? kLanesARow : 1;
  const bool back = press.key == Key::left || press.key == Key::up;
  state.pointed = (state.pointed + (back ? count - by : by)) % count;
  using Kind = lessons::Prediction::Kind;
  if (asked.kind == Kind::choice || asked.kind == Kind::best) state.picked = state.pointed;
}

void pick_pointed(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (!is_about_cells(*open_question(app))) pick(ui, app, ui.state<AskState>().pointed);
}

void pick_by_digit(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto option = static_cast<std::uint32_t>(digit_of(press.key)) - 1;
  if (option < lessons::option_count(*open_question(app))) pick(ui, app, option);
}

void answer_by_digit(Ui& ui, const AppState& app, const KeyPress& press) {
  constexpr std::size_t kMostDigits = 12;
  if (open_question(app)->kind != lessons::Prediction::Kind::number)
    return pick_by_digit(ui, app, press);
  std::string& typed = ui.state<AskState>().typed;
  if (typed.size() < kMostDigits)
    typed += press.key == Key::zero ? '0' : static_cast<char>('0' + digit_of(press.key));
}

void take_back_digit(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  std::string& typed = ui.state<AskState>().typed;
  if (!typed.empty()) typed.pop_back();
}

void check_answer(Ui& ui, const AppState& app, const KeyPress& /*press*/) { give_answer(ui, app); }

void leave_question(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.state<AskState>().has_keyboard = false;
}

constexpr std::array kAskingKeys{
    KeyRow{{Key::left, Key::right, Key::up, Key::down},
           kNone,
           move_pointed,
           "Enter  ←  →  ↑  ↓  Space  1 – 9",
           Str::keys_asking},
    KeyRow{Key::space, kNone, pick_pointed, "Enter  ←  →  ↑  ↓  Space  1 – 9", Str::keys_asking},
    KeyRow{kDigits, kNone, pick_by_digit, "Enter  ←  →  ↑  ↓  Space  1 – 9", Str::keys_asking},
    KeyRow{Key::enter, kNone, check_answer, "Enter  ←  →  ↑  ↓  Space  1 – 9", Str::keys_asking},
    KeyRow{Key::escape, kNone, leave_question, "Esc", Str::keys_dismiss},
};

// Without Enter before them: who types a number at a question means the answer, and no view.
constexpr std::array kAtOnceKeys{
    KeyRow{kDigits, kNone, answer_by_digit, "0 – 9", Str::keys_asking},
    KeyRow{Key::zero, kNone, answer_by_digit, "0 – 9", Str::keys_asking},
    KeyRow{Key::backspace, kNone, take_back_digit, "0 – 9", Str::keys_asking},
};

}  // namespace

std::span<const KeyRow> asking_keys() { return kAskingKeys; }

bool asking_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (open_question(app) == nullptr) return false;
  if (!ui.state<AskState>().has_keyboard) return act(kAtOnceKeys, ui, app, press);
  return act(kAskingKeys, ui, app, press);
}

void want_answer(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr) return;
  AskState& state = ui.state<AskState>();
  if (asked->kind == lessons::Prediction::Kind::number) {
    if (ready_answer(app, ui)) return give_answer(ui, app);
    state.wants_answer = true;
  } else {
    state.has_keyboard = true;
  }
}

}  // namespace warplens::ui
