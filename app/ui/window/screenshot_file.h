// The file of a screenshot: PNG, SVG, or a GIF of a range of events.
#pragma once

#include "app/settings/screenshot.h"
#include "app/ui/window/picture_drawer.h"

namespace warplens::ui {

// What is drawn, in pixels.
[[nodiscard]] PictureDrawer::Size picture_size(const session::Screenshot& shown);

// Draws `app` with `drawer` and writes what is asked for. A GIF moves the cursor. Errors: a view or
// an event that is not there, a picture that is too large, a stop that was asked for.
Result<void> write_picture(AppState& app, PictureDrawer& drawer, const session::Screenshot& shown);

}  // namespace warplens::ui
