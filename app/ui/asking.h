// How a step's question is answered: its part of the card, and what a click in a view answers.
//
//   card: a field, options, 32 lanes ─┐
//   views: a lane, an element, a bank ┼─► AskState ──Check──► lessons::answer()
//   keys, once Enter has led there   ─┘
#pragma once

#include <optional>
#include <string>

#include "app/ui/key_table.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Of a question about lanes: their buttons, and how far Up and Down go.
inline constexpr std::uint32_t kLanesARow = 8;

// What is chosen and not yet given as the answer.
struct AskState {
  std::string asked_by;       // the step whose question it answers
  std::string typed;          // number: in its field
  bool wants_answer = false;  // the field is to get the keyboard
  // Others: the option's place; the digits of an order; the mask of lanes; the cell.
  std::optional<std::int64_t> picked;
  bool has_looked = false;    // the matrix has gone where the question is about
  bool has_keyboard = false;  // others: keys choose
  std::uint32_t pointed = 0;  // the option or lane that they are at
};

// The question of the step on screen while it is open; null otherwise.
[[nodiscard]] const lessons::Prediction* open_question(const AppState& app);
// While views hide all that an access touches: it is asked where one of its lanes lands, or which
// lanes take part.
[[nodiscard]] bool hides_lanes(const AppState& app);

// The mask of the lanes that are shown all the same, so that another's place can be worked out from
// theirs; the one that is asked about is never among them.
[[nodiscard]] std::uint32_t told_lanes(const AppState& app);

// In the card, below the step's text; `words` are its own with the figures in them.
void question(const AppState& app, Ui& ui, const lessons::StepText& words, float width);

// Of a challenge: its bounds, and what the kernel on screen has of each.
void judged_so_far(const AppState& app, Ui& ui, float width);

// Whether what checks the answer stands below the text, where it is in sight however long that is;
// a number's stands beside its field.
[[nodiscard]] bool has_check_below(const AppState& app);
void check_below(const AppState& app, Ui& ui, float width);

// The last item was let go of where it was pressed: a click, not a drag.
[[nodiscard]] bool was_clicked();

// What a click or a key chooses; takes it back where it was chosen. No more than that while no
// question is open.
void pick(Ui& ui, const AppState& app, std::uint32_t option_or_lane);
// Of a mark that several lanes share, each; only where lanes are asked for.
void pick_lanes(Ui& ui, const AppState& app, std::uint32_t lanes);
void pick_cell(Ui& ui, std::int64_t cell);
// Draws `list` as the widget `name` of that size, in which a click picks the lanes of a mark.
void draw_to_pick(const AppState& app, Ui& ui, const char* name, const scene::DrawList& list,
                  ImVec2 size);

// The answer that stands there to be given; nothing while it is not complete.
[[nodiscard]] std::optional<std::int64_t> ready_answer(const AppState& app, const Ui& ui);
void give_answer(Ui& ui, const AppState& app);

// Keys while they choose among options, lanes or cells.
[[nodiscard]] std::span<const KeyRow> asking_keys();
bool asking_key(Ui& ui, const AppState& app, const KeyPress& press);
// Enter leads the keyboard to the question.
void want_answer(Ui& ui, const AppState& app, const KeyPress& press);

}  // namespace warplens::ui
