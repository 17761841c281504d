// The window, and pictures of it without one.
//
//   start_window      opens the app and returns main's exit status when the person closes it
//   write_screenshot  draws one lesson step off screen (no display needed) into a PNG
//
//   events ─► frame(): panels read const state ─► commands ─► Session ─► worker ─► commit
//
// Both print one line on stderr and return 1 when they cannot do what they are asked.
// May depend on: app/session, app/lessons, viz/scene, viz/gl, kernels/run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warplens::ui {

struct StartOptions {
  std::filesystem::path assets;         // the folder with ptx/ and lessons/; empty: find_assets()
  std::optional<std::string> lesson;    // id ("bank-conflicts"); none: where the person left off
  std::optional<int> step;              // 1-based
  std::optional<std::string> language;  // "en" or "zh"; none: as the settings say
  std::filesystem::path ui_state_file;  // test hook: where to write widget rectangles and state;
                                        // empty: the environment's WARPLENS_UI_STATE, or nowhere
};

[[nodiscard]] int start_window(const StartOptions& options);

struct ScreenshotOptions {
  std::filesystem::path assets;
  std::string lesson = "bank-conflicts";
  int step = 1;  // 1-based
  std::string language = "en";
  std::string theme = "light";  // or "dark"
  int width = 1600;             // pixels
  int height = 1000;
  float scale = 1;                      // content scale; 2 for a HiDPI picture
  std::filesystem::path output;         // FILE.png
  std::filesystem::path ui_state_file;  // also write the widget rectangles; empty: no
};

[[nodiscard]] int write_screenshot(const ScreenshotOptions& options);

}  // namespace warplens::ui
