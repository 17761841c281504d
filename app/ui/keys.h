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
  e,
  b,
  x,
  digit_1,
  digit_2,
  digit_3,
  digit_4,
  digit_5,
  digit_6,
  digit_7,
  digit_8,
  digit_9,
  up,
  down,
  tab,
  enter,
  left_bracket,
  right_bracket,
  comma,
  period,
  n,
  zero,
  f,
  g,
  i,
  k,
  m,
  o,
  s,
  p,
  a,
  d,
  v,
  slash,
  f5,
  other
};

struct KeyPress {
  Key key = Key::other;
  bool shift = false;
  bool control = false;
};

// What an open overlay makes of a press. False: nothing, it is the window's.
[[nodiscard]] bool overlay_key(Ui& ui, const AppState& app, const KeyPress& press);

// Carries out one press. Nothing while a text field has the keyboard, but in an overlay.
void handle_key(Ui& ui, const AppState& app, const KeyPress& press);

// The map, as the help shows it.
struct KeyHelp {
  std::string_view keys;
  Str what;
};
[[nodiscard]] std::span<const KeyHelp> key_map();

}  // namespace warplens::ui
