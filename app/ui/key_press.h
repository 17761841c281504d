// Key presses as the window system reports them, queued so that none shorter than a frame is lost.
#pragma once

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
  h,
  j,
  u,
  w,
  f5,
  backspace,
  other
};

// 1 to 9; 0: no key of these.
[[nodiscard]] constexpr int digit_of(Key key) {
  if (key < Key::digit_1 || key > Key::digit_9) return 0;
  return static_cast<int>(key) - static_cast<int>(Key::digit_1) + 1;
}

struct KeyPress {
  Key key = Key::other;
  bool shift = false;
  bool control = false;
  int repeats = 0;  // that the key, held down, has made since it was pressed
};

}  // namespace warplens::ui
