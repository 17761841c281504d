// The command line: one subcommand a file; the same numbers as the window, in words or as JSON.
//
//   main ── WindowCommands (what needs a display) ──► run(argc, argv, window)
//             doctor · list · resources · trace · show · open · access · bench · check · screenshot
//             · tour · (none)
//
// Each NAME_command.cpp declares its options with CLI11 and returns a Command; run() parses, calls
// the one that was named, and turns an Error into one line on stderr and exit status 1.
// May depend on: kernels/run, kernels/timing, viz/analysis, app/session, app/lessons. Never on
// ImGui or OpenGL.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::cli {

struct WindowRequest {
  std::optional<std::string> lesson;
  std::optional<int> step;
  std::optional<std::string> language;
  std::string capture;  // the folder of a capture to show; empty: none
};

struct ScreenshotRequest {
  std::string lesson;
  int step = 1;
  std::string language = "en";
  std::string theme = "light";
  int width = 1600;
  int height = 1000;
  float scale = 1;
  std::string explore;  // a kernel or a capture's folder in place of a lesson's step
  std::map<std::string, std::int64_t, std::less<>> settings;  // its parameters
  std::string compare;                                        // a kernel beside it
  std::vector<std::string> views;                             // the first stands large
  std::optional<double> phase;  // within the access under the cursor, 0 to 1; none: at rest
  bool ptx = false;             // shown with the source
  std::optional<int> event;     // from 1; none: where the step stands
  std::optional<int> launch;    // 1-based; none: where the step stands
  std::string order, cache;     // by name; empty: as the step has them
  std::string backend = "cpu";  // or "gpu"
  std::int64_t side = 0;        // the timing view's size; 0: the largest
  std::string output;
};

struct TourRequest {
  std::string folder;
  std::string lesson;  // empty: all
  std::string language = "en";
  std::string theme = "light";
  int width = 1440;
  int height = 900;
};

// What main provides; each returns the exit status and prints its own error.
struct WindowCommands {
  std::function<int(const WindowRequest&)> start;
  std::function<int(const ScreenshotRequest&)> write_screenshot;
  std::function<int(const TourRequest&)> write_tour;
};

[[nodiscard]] int run(int argc, const char* const* argv, const WindowCommands& window);

}  // namespace warplens::cli
