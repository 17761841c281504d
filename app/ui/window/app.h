// The window, and pictures of it without one.
//
//   start_window      opens the app and returns main's exit status when the person closes it
//   write_screenshot  draws one lesson step off screen (no display needed) into a PNG
//   write_tour        every step as pictures, and a page that shows them
//   write_sheet       lessons as pages to print
//
//   events ─► frame(): panels read const state ─► commands ─► Session ─► worker ─► commit
//
// Each prints one line on stderr and returns 1 when it cannot do what it is asked.
#pragma once

#include "app/settings/screenshot.h"
#include "app/settings/window_request.h"

namespace warplens::ui {

[[nodiscard]] int start_window(const session::WindowRequest& request);

[[nodiscard]] int write_screenshot(const session::Screenshot& shown);

[[nodiscard]] int write_tour(const session::TourRequest& request);

[[nodiscard]] int write_sheet(const session::SheetRequest& request);

}  // namespace warplens::ui
