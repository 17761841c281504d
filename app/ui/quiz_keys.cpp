// Keys of the quiz: those of a keyboard count, a presenter's remote reveals.
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/quiz.h"

namespace warplens::ui {
namespace {

constexpr std::size_t kMostDigits = 3;

bool has_votes(const Ui& ui) { return !ui.state<QuizState>().votes.empty(); }

// Three digits are the hands of a large hall; a guess may be longer.
void type_digit(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  constexpr std::size_t kMostOfAGuess = 9;
  QuizState& quiz = ui.state<QuizState>();
  if (quiz.typed.size() >= (has_votes(ui) ? kMostDigits : kMostOfAGuess)) quiz.typed.clear();
  quiz.typed += static_cast<char>('0' + digit_of(press.key));
  if (quiz.chosen < quiz.votes.size()) quiz.votes[quiz.chosen] = std::stoi(quiz.typed);
}

void take_back(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  QuizState& quiz = ui.state<QuizState>();
  if (!quiz.typed.empty()) {
    quiz.typed.pop_back();
  } else if (!quiz.guesses.empty()) {
    quiz.guesses.pop_back();
  }
  if (quiz.chosen < quiz.votes.size()) {
    quiz.votes[quiz.chosen] = quiz.typed.empty() ? 0 : std::stoi(quiz.typed);
  }
}

void one_more_or_less(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.state<QuizState>().typed.clear();
  count_hands(ui, press.key == Key::minus ? -1 : 1);
}

void choose_option(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  QuizState& quiz = ui.state<QuizState>();
  if (quiz.votes.empty()) return;
  quiz.typed.clear();
  quiz.moved = true;
  const std::size_t count = quiz.votes.size();
  const std::size_t by =
      count == kWarpSize && press.key != Key::left && press.key != Key::right ? kLanesARow : 1;
  const bool is_back = press.key == Key::up || press.key == Key::left;
  quiz.chosen = (quiz.chosen + (is_back ? count - by : by)) % count;
}

// A guess is kept; of hands the next option's are counted.
void keep_typed(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (has_votes(ui)) return choose_option(ui, app, {.key = Key::right});
  if (const auto place = std::exchange(ui.state<AskState>().picked, std::nullopt))
    ui.state<QuizState>().guesses.push_back(*place);
  keep_guess(ui);
}

void reveal_now(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) { reveal_answer(ui); }

constexpr std::string_view kCounts = "1 – 9  0  -  +  ←  →  ↑  ↓";
constexpr std::string_view kKeeps = "Enter  Backspace";

constexpr std::array kQuizKeys{
    KeyRow{kDigits, kNone, type_digit, kCounts, Str::keys_quiz_count},
    KeyRow{Key::zero, kNone, type_digit, kCounts, Str::keys_quiz_count},
    KeyRow{{Key::minus, Key::equal}, kShiftOrNot, one_more_or_less, kCounts, Str::keys_quiz_count},
    KeyRow{{Key::up, Key::down, Key::left, Key::right},
           kNone,
           choose_option,
           kCounts,
           Str::keys_quiz_count},
    KeyRow{Key::enter, kNone, keep_typed, kKeeps, Str::keys_quiz_keep},
    KeyRow{Key::backspace, kNone, take_back, kKeeps, Str::keys_quiz_keep},
    KeyRow{{Key::r, Key::page_down}, kNone, reveal_now, "R  Page Down", Str::keys_quiz_reveal},
    KeyRow{Key::escape, kNone, toggle_quiz, "Esc", Str::keys_dismiss},
};

}  // namespace

std::span<const KeyRow> quiz_keys() { return kQuizKeys; }

bool quiz_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (!shows_quiz(app, ui)) return false;
  // Once it is revealed only Esc is the quiz's: keys go through the accesses again.
  if (!app.hides_costs() && press.key != Key::escape) return false;
  // A remote's long press goes on, answered or not.
  if (press.repeats > 0 && press.key == Key::page_down) return false;
  return act(kQuizKeys, ui, app, press);
}

}  // namespace warplens::ui
