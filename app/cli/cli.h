// The command line: one subcommand a file; the same numbers as the window, in words or as JSON.
//
//   main ── Window (what needs a display) ──► run(argc, argv, window)
//             doctor · list · trace · access · screenshot · (none: the window)
//
// Each NAME_command.cpp declares its options with CLI11 and returns a Command; run() parses, calls
// the one that was named, and turns an Error into one line on stderr and exit status 1.
// May depend on: kernels/run, viz/analysis, app/session, app/lessons. Never on ImGui or OpenGL.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace warplens::cli {

struct WindowRequest {
  std::optional<std::string> lesson;
  std::optional<int> step;
  std::optional<std::string> language;
};

struct ScreenshotRequest {
  std::string lesson;
  int step = 1;
  std::string language = "en";
  std::string theme = "light";
  int width = 1600;
  int height = 1000;
  float scale = 1;
  std::string output;
};

// What main provides; both return the exit status and print their own error.
struct Window {
  std::function<int(const WindowRequest&)> start;
  std::function<int(const ScreenshotRequest&)> write_screenshot;
};

[[nodiscard]] int run(int argc, const char* const* argv, const Window& window);

}  // namespace warplens::cli
