// Any bytes as lesson.json, en.md and zh.md, parted by zero bytes, must give a lesson or an error.
#include <array>
#include <cstdint>
#include <string_view>

#include "app/lessons/lesson.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string_view, 3> files;
  for (std::string_view& file : files) {
    file = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(file.size() < rest.size() ? file.size() + 1 : rest.size());
  }
  const auto lesson = warplens::lessons::parse_lesson(files[0], files[1], files[2]);
  if (!lesson.has_value()) {
    if (lesson.error().message.en.empty()) __builtin_trap();
    return 0;
  }
  for (const auto& step : lesson->steps) {
    if (step.scene.views.empty() || step.text.in[0].body.empty()) __builtin_trap();
  }
  return 0;
}
