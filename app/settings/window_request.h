// What is asked of the window and of the tour: from the command line to whoever draws.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/memory_watch.h"

namespace warplens::session {

struct WindowRequest {
  std::optional<std::string> lesson;    // id or number; none: where the person left off
  std::optional<int> step;              // 1-based
  std::optional<std::string> language;  // its code; none: as the settings say
  std::string path{};   // through the course, that Next follows: an id, or a file; empty: none
  std::string capture;  // the path of a capture to show; empty: none
  std::string link;     // "warplens:…", what to show; empty: none
  std::uint64_t memory = kDefaultMemory;         // bytes that the program may take
  std::vector<std::filesystem::path> lessons{};  // folders of a person's own
  // Folders beneath which files that own kernels name are read, beside the kernel's own.
  std::vector<std::filesystem::path> source_roots{};
};

struct TourRequest {
  std::filesystem::path folder;  // new, empty, or with an earlier tour in it
  std::string lesson;            // id or number; empty: all
  std::string language = "en";
  std::string theme = "light";
  int width = 1440;  // pixels
  int height = 900;
  std::uint64_t memory = kDefaultMemory;         // bytes that the program may take
  std::vector<std::filesystem::path> lessons{};  // folders of a person's own
};

// Pages to print; `folder` likewise with earlier sheets in it.
struct SheetRequest : TourRequest {
  bool answers = false;  // on a page of their own
  std::string path{};    // its steps in place of lessons: an id, or a file; empty: none
};

}  // namespace warplens::session
