// Key presses as the window system reports them, queued so that none shorter than a frame is lost,
// and what each key does.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace warplens::ui {

enum class Key {
  space,
  left,
  right,
  home,
  end,
  page_up,
  page_down,
  z,
  y,
  l,
  t,
  f1,
  escape,
  minus,
  equal,
  r,
  q,
  c,
  up,
  down,
  tab,
  enter,
  left_bracket,
  right_bracket,
  other
};

struct KeyPress {
  Key key = Key::other;
  bool shift = false;
  bool control = false;
};

// Carries out one press. Nothing while a text field has the keyboard, but Escape and F1.
void handle_key(Ui& ui, const AppState& app, const KeyPress& press);

// The map, as the help shows it.
struct KeyHelp {
  std::string_view keys;
  Str what;
};
[[nodiscard]] std::span<const KeyHelp> key_map();

}  // namespace warplens::ui
