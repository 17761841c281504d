// The command line: one subcommand a file; the same numbers as the window, in words or as JSON.
//
//   main ── WindowCommands (what needs a display) ──► run(argc, argv, window)
//             a command (commands.h, features' own), or none: the window
//
// Each NAME_command.cpp declares its options with CLI11 and returns a Command; run() parses, calls
// the one that was named, and turns an Error into one line on stderr and exit status 1.
// What needs a display is handed in, so that commands run on a machine that has none.
#pragma once

#include <functional>

#include "app/settings/screenshot.h"
#include "app/settings/window_request.h"

namespace warplens::cli {

// What main provides; each returns the exit status and prints its own error.
struct WindowCommands {
  std::function<int(const session::WindowRequest&)> start;
  std::function<int(const session::Screenshot&)> write_screenshot;
  std::function<int(const session::TourRequest&)> write_tour;
  std::function<int(const session::SheetRequest&)> write_sheet;
};

// Looks for programs and libraries in absolute folders only (search_paths.h).
[[nodiscard]] int run(int argc, char* const* argv, const WindowCommands& window);

}  // namespace warplens::cli
