// A panel, or the whole window's views, as an SVG: the draw lists of the frame drawn last.
#pragma once

#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

// The fonts that draw the window's text, as an SVG names them.
[[nodiscard]] svg::Fonts svg_fonts(const AppState& app, const Ui& ui);

// What views drew inside `rect` of the window. The frame was drawn with Exports::keeps_lists. Its
// background is a card's; `title` is the picture's, for who cannot see it. Errors: no view draws
// there.
Result<std::string> panel_svg(const AppState& app, const Ui& ui, const WidgetRect& rect,
                              const std::string& title);

}  // namespace warplens::ui
