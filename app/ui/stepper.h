// "‹ block 2 ›": two buttons that step, with what they step through between them.
#pragma once

#include <string>

#include "app/texts/strings.h"
#include "app/ui/widget_flow.h"

namespace warplens::ui {

struct Ui;

struct Stepper {
  std::string name;   // "fragments_view.block"; of the buttons with ".before" and ".behind"
  std::string words;  // "block 2"
  bool can_go_back = true, can_go_on = true;
  Str hint{};
};

// −1 or 1 where one of them was pressed, else 0.
[[nodiscard]] int stepper(Ui& ui, const Stepper& what, WidgetFlow& flow);

}  // namespace warplens::ui
