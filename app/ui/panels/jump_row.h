// A row of a list that jumps: wrapped text that is one place to click.
#pragma once

#include <string>

#include "app/state/jumps.h"
#include "app/ui/ui.h"

namespace warplens::ui {

struct JumpRow {
  std::string words;
  Color color = 0;
  bool is_chosen = false;
};

// As wide as what is left of the panel. True: clicked.
[[nodiscard]] bool jump_row(Ui& ui, const std::string& name, const JumpRow& row);

// Goes there; in a window with tabs, to the code's.
void jump(Ui& ui, session::Side side, std::size_t launch, const analysis::EventPlace& place);

}  // namespace warplens::ui
