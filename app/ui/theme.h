// The window's own colours, light and dark, beside the scene's palette; and ImGui's style from
// them.
#pragma once

#include "viz/scene/draw/palette.h"

namespace warplens::ui {

using scene::Color;

struct WindowTheme {
  scene::ThemeName theme = scene::ThemeName::light;
  Color window = 0, card = 0, border = 0;
  Color text = 0, muted = 0;
  Color accent = 0, accent_text = 0;  // buttons to press next, the current line
  Color soft = 0, soft_hover = 0;     // other buttons, input fields
  Color current_line = 0;
  Color good = 0, bad = 0;
  Color code = 0;  // behind inline code
};

[[nodiscard]] const WindowTheme& window_theme(scene::ThemeName theme);

// Resets ImGui's style to ours at `scale`. Sizes are relative to 1; fonts carry theirs.
void apply_style(const WindowTheme& colors, float scale);

}  // namespace warplens::ui
