// What the contents are made of: lessons in a list or as a map, and what a search finds among all
// that has a name.
#pragma once

#include "app/ui/key_table.h"
#include "app/ui/panels/overlay_states.h"

namespace warplens::ui {

// Where a lesson goes on: where the person stands in it, or its first step that is not done.
[[nodiscard]] std::size_t step_to_go_on(const AppState& app, std::size_t lesson);
// Closes the contents and goes to the lesson's step.
void go_to_step_of(Ui& ui, const AppState& app, std::size_t lesson, std::size_t step);

// "20 min · after lesson 2, 7"; empty where nobody has said.
[[nodiscard]] std::string effort_phrase(const Ui& ui, const lessons::Effort& effort);
[[nodiscard]] std::size_t steps_done(const AppState& app, const lessons::Lesson& lesson);
// In a row of the contents, on top of what a Selectable has drawn.
void text_at(ImVec2 at, std::string_view words, ImFont* font, Color color);

// First the lesson or step of that number, and titles; then the term that is called so, other
// places in lessons, items of documents, kernels, keys, and other terms.
[[nodiscard]] std::vector<FoundRow> everything_found(const AppState& app, const Ui& ui,
                                                     std::span<const KeyHelp> keys,
                                                     const std::string& words);
void found_row(const AppState& app, const Ui& ui, std::span<const KeyHelp> keys,
               const FoundRow& row, ImVec2 at, float width);
// Goes to what was found.
void choose_found(Ui& ui, const AppState& app, const FoundRow& row);

// overlay.chosen is a place among the lessons.
void contents_map(const AppState& app, Ui& ui, ImVec2 size);
void move_on_map(Ui& ui, const AppState& app, const KeyPress& press);

}  // namespace warplens::ui
