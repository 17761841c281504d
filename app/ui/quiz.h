// The quiz: while presenting, a class votes on the step's question by show of hands, and the trace
// reveals who was right.
//
//   Q ─► hands counted for each option, or guesses typed ─► Reveal ─► lessons::give_answer(), and
//        the access that was asked about plays
//
// Votes are counted, not kept: another step begins without any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/key_table.h"

namespace warplens::ui {

struct QuizState {
  std::string asked_by;               // the step whose question it is; empty: no quiz
  std::vector<int> votes;             // one an option, or a lane
  std::size_t chosen = 0;             // the option whose hands are counted
  bool moved = false;                 // by key: it is to come into view
  std::string typed;                  // of its hands, or of a guess
  std::vector<std::int64_t> guesses;  // where there are no options
};

// While it stands beside the hero.
[[nodiscard]] bool shows_quiz(const AppState& app, const Ui& ui);
void quiz_panel(const AppState& app, Ui& ui, const Area& area);

// Begins it, or ends it. A question that was answered is open again.
void toggle_quiz(Ui& ui, const AppState& app, const KeyPress& press);

[[nodiscard]] std::span<const KeyRow> quiz_keys();
bool quiz_key(Ui& ui, const AppState& app, const KeyPress& press);

// The lanes of a warp with the hands for each; a click chooses one.
void quiz_lanes(const AppState& app, Ui& ui, float width);

// What a press does.
void count_hands(Ui& ui, int by);
void keep_guess(Ui& ui);  // what is typed, where there are no options
void reveal_answer(Ui& ui);

}  // namespace warplens::ui
