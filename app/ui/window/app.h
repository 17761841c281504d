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
#include <optional>
#include <string>

#include "app/session/screenshot.h"

namespace warplens::ui {

struct StartOptions {
  std::filesystem::path assets;           // the folder with ptx/ and lessons/; empty: find_assets()
  std::optional<std::string> lesson;      // id ("bank-conflicts"); none: where the person left off
  std::optional<int> step;                // 1-based
  std::optional<std::string> language;    // "en" or "zh"; none: as the settings say
  std::string capture;                    // the folder of a capture to show; empty: none
  std::filesystem::path ui_state_file;    // test hook: where to write widget rectangles and state;
                                          // empty: the environment's WARPLENS_UI_STATE, or nowhere
  std::uint64_t memory = kDefaultMemory;  // bytes that the program may take
};

[[nodiscard]] int start_window(const StartOptions& options);

[[nodiscard]] int write_screenshot(const session::Screenshot& shown);

struct TourOptions {
  std::filesystem::path folder;  // new, empty, or with an earlier tour in it
  std::string lesson;            // id; empty: all
  std::string language = "en";
  std::string theme = "light";
  int width = 1440;  // pixels
  int height = 900;
  std::uint64_t memory = kDefaultMemory;  // bytes that the program may take
};

[[nodiscard]] int write_tour(const TourOptions& options);

}  // namespace warplens::ui
