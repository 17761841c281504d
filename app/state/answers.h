// What a person has answered, kept, and as a table for a teacher.
#pragma once

#include "app/state/app_state.h"
#include "viz/analysis/table.h"

namespace warplens::ui {

// The answer that the session has just been given, in `words`.
void note_answer(AppState& app, std::string words);
// The challenge of the step on screen, which has just been met.
void note_challenge(AppState& app);

// A row an attempt, under the name that the person goes by: ids and values, which are the same in
// each language, then the words. Of lessons that are not there now the words are empty.
[[nodiscard]] tables::Table answers_table(const AppState& app, const std::string& name);

// Writes it into the folder where files are saved; gives the file. Errors: it cannot be written.
Result<std::filesystem::path> export_answers(const AppState& app, const std::string& name);

}  // namespace warplens::ui
