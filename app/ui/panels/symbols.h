// Symbols of small square buttons, drawn: fonts differ in their arrows.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

enum class Symbol : std::uint8_t {
  play,
  pause,
  first,
  last,
  back,
  on,
  pass_back,
  pass_on,
  conflict_back,
  conflict_on,
  unfold,
  fold
};

// In the middle of the box.
void draw_symbol(const Ui& ui, Symbol symbol, ImVec2 low, ImVec2 high, Color color);

}  // namespace warplens::ui
