// What the view of machine code shows: the model, made beside the frame, and the row that is
// marked.
#pragma once

#include "app/features/machine_code/code_choice.h"
#include "app/session/code_run.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// What takes a while is made beside the frame.
struct CodeSource {
  session::CodeModelPtr model;  // null: under way, or an error
  const Error* error = nullptr;
};
[[nodiscard]] CodeSource code_source(const AppState& app, Ui& ui);

// The chosen line's row, else that of the access under the cursor.
[[nodiscard]] std::optional<code::CodeMark> code_mark(const AppState& app, const Ui& ui,
                                                      const code::CodeModel& model);

// Asks for a line to be kept; nothing: the cursor's.
void ask_code_line(Ui& ui, const code::CodeModel& model, const std::optional<code::CodeMark>& mark,
                   bool continues = false);

// What is looked for, and what the wheel has scrolled, of each side of the stage.
struct CodeState {
  struct Place {
    std::array<std::uint32_t, code::kCodeColumns> first{};
    std::optional<code::CodeMark> shown{};
    session::CodeModelPtr of{};
  };
  std::array<Place, 2> sides{};
  std::string words;
};

}  // namespace warplens::ui
