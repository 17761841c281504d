// Any bytes as a path through the course must give steps, each once and with minutes, or an error.
#include <cstdint>
#include <string_view>

#include "app/lessons/course_path.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::lessons;
  const auto path = parse_path({reinterpret_cast<const char*>(data), size}, "any");
  if (!path.has_value()) {
    if (path.error().message.empty()) __builtin_trap();
    return 0;
  }
  if (path->steps.empty() || path->title.zh.empty()) __builtin_trap();
  for (std::size_t i = 0; i < path->steps.size(); ++i) {
    if (path->steps[i].minutes <= 0) __builtin_trap();
    if (path->place_of(path->steps[i].step) != i) __builtin_trap();
  }
  return 0;
}
