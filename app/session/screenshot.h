// What a picture of the window shows: a lesson's step, or any kernel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/memory_watch.h"

namespace warplens::session {

struct Screenshot {
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
  std::optional<double> phase;  // within the access under the cursor, 0 to 1; none: at rest
  bool ptx = false;             // shown with the source
  std::optional<int> event;     // 1-based; none: where the step stands
  std::optional<int> launch;    // 1-based; none: where the step stands
  std::string order, cache;     // by name; empty: as the step has them
  std::string backend = "cpu";  // or "gpu": where kernels are traced
  std::int64_t side = 0;        // the timing view's size; 0: the largest
  std::string output;           // FILE.png
  std::uint64_t memory = kDefaultMemory;  // bytes that the program may take
};

}  // namespace warplens::session
