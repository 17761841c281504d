// What a picture of the window shows: a lesson's step, or any kernel.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/memory_watch.h"

namespace warplens::session {

enum class PictureFormat : std::uint8_t { png, svg, gif };
inline constexpr std::array<std::string_view, 3> kPictureFormatNames{"png", "svg", "gif"};

// Both from 1, both among them.
struct EventRange {
  int first = 1, last = 1;
  [[nodiscard]] int count() const { return last - first + 1; }
};

struct Screenshot {
  std::string lesson = "bank-conflicts";
  int step = 1;  // 1-based
  std::string language = "en";
  std::string theme = "light";  // or "dark"
  int width = 1600;             // of the window that is drawn
  int height = 1000;
  float scale = 1;        // pixels for each of those: 2 for a HiDPI picture
  bool presents = false;  // the hero and its caption alone, as F5 shows them
  bool speaker = false;   // the speaker's view in its place
  std::string explore;    // a kernel or a capture's path in place of a lesson's step
  std::map<std::string, std::int64_t, std::less<>> settings;  // its parameters
  std::string index;    // written in place of the kernel's own; empty: as it is
  std::string link;     // "warplens:…" in place of both; its views and place go before theirs
  std::string compare;  // a kernel beside it
  std::vector<std::string> views;  // the first stands large
  std::optional<double> phase;     // within the access under the cursor, 0 to 1; none: at rest
  bool ptx = false;                // shown with the source
  std::optional<int> event;        // 1-based; none: where the step stands
  std::optional<int> launch;       // 1-based; none: where the step stands
  std::string captured;            // which launch of a program's capture; empty: the first
  std::string order;               // by name; empty: as the step has it
  // Of features: a PictureOption's name, and what it is given; the others are as the step has them.
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<std::uint32_t> capability;  // 90: whose instructions are shown; 0: the PTX's own
  std::string backend = "cpu";              // or "gpu": where kernels are traced
  std::string view;  // the picture is of this view alone; empty: of the window
  PictureFormat format = PictureFormat::png;
  std::vector<int> events;  // 1-based: a picture of each, of a GIF or as SVGs beside each other
  double speed = 2;         // of a GIF: pictures a second
  std::function<void(std::size_t done, std::size_t all)> progress;  // told of each; may be empty
  std::stop_token stop;                                             // between two of them
  std::string output;                                               // the file
  std::uint64_t memory = kDefaultMemory;         // bytes that the program may take
  std::vector<std::filesystem::path> lessons{};  // folders of a person's own
};

}  // namespace warplens::session
