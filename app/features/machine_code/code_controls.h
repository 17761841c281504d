// The row above the columns: what is looked for, and jumps.
#pragma once

#include "app/features/machine_code/code_moment.h"

namespace warplens::ui {

void code_controls(const AppState& app, Ui& ui, const code::CodeModel& model,
                   const std::optional<code::CodeMark>& mark);

// What would help at the marked access, and a button that shows it before | after in the workshop.
void code_help(const AppState& app, Ui& ui, const code::CodeModel& model,
               const std::optional<code::CodeMark>& mark);

}  // namespace warplens::ui
