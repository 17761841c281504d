// The window, and pictures of it without one.
//
//   start_window      opens the app and returns main's exit status when the person closes it
//   write_screenshot  draws one lesson step off screen (no display needed) into a PNG
//   write_tour        every step as pictures, and a page that shows them
//
//   events ─► frame(): panels read const state ─► commands ─► Session ─► worker ─► commit
//
// Each prints one line on stderr and returns 1 when it cannot do what it is asked.
// May depend on: app/session, app/lessons, viz/scene, viz/gl, kernels/run.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::ui {

struct StartOptions {
  std::filesystem::path assets;         // the folder with ptx/ and lessons/; empty: find_assets()
  std::optional<std::string> lesson;    // id ("bank-conflicts"); none: where the person left off
  std::optional<int> step;              // 1-based
  std::optional<std::string> language;  // "en" or "zh"; none: as the settings say
  std::string capture;                  // the folder of a capture to show; empty: none
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
  float scale = 1;      // content scale; 2 for a HiDPI picture
  std::string explore;  // a kernel or a capture's folder in place of a lesson's step
  std::map<std::string, std::int64_t, std::less<>> settings;  // its parameters
  std::string compare;                                        // a kernel beside it
  std::vector<std::string> views;                             // the first stands large
  std::optional<double> phase;          // within the access under the cursor; none: at rest
  bool ptx = false;                     // shown with the source
  std::optional<int> event;             // 1-based; none: where the step stands
  std::optional<int> launch;            // 1-based; none: where the step stands
  std::string order, cache;             // by name; empty: as the step has them
  std::string backend = "cpu";          // or "gpu": where kernels are traced
  std::int64_t side = 0;                // the timing view's size; 0: the largest
  std::filesystem::path output;         // FILE.png
  std::filesystem::path ui_state_file;  // also write the widget rectangles; empty: no
};

[[nodiscard]] int write_screenshot(const ScreenshotOptions& options);

struct TourOptions {
  std::filesystem::path folder;  // new, empty, or with an earlier tour in it
  std::string lesson;            // id; empty: all
  std::string language = "en";
  std::string theme = "light";
  int width = 1440;  // pixels
  int height = 900;
};

[[nodiscard]] int write_tour(const TourOptions& options);

}  // namespace warplens::ui
