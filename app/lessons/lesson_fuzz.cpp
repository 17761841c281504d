// Any bytes as lesson.json, en.md and zh.md, parted by zero bytes, must give a lesson or an error.
#include <array>
#include <cstdint>
#include <string_view>

#include "app/features/features.h"
#include "app/lessons/lesson.h"

namespace {

using warplens::lessons::Prediction;

// An option of each answer that it may be, and back; lanes and bounds that there are.
bool is_sound(const Prediction& asked) {
  const std::size_t count = option_count(asked);
  if (count > warplens::lessons::kMostOptions || count == 1) return false;
  if (asked.lane >= warplens::kWarpSize) return false;
  if (asked.kind == Prediction::Kind::order) return true;
  for (std::size_t option = 0; option < count; ++option) {
    if (option_of(asked, answer_of(asked, option)) != option) return false;
  }
  return true;
}

bool is_sound(const warplens::lessons::Step& step) {
  const std::size_t count = step.prediction ? option_count(*step.prediction) : 0;
  for (const auto& text : step.text.in) {
    if (text.options.size() != count || text.reasons.size() != count) return false;
  }
  for (const auto& condition : step.done) {
    for (const auto& bound : condition.bounds) {
      if (bound.at_most.has_value() == bound.at_least.has_value()) return false;
    }
  }
  return !step.prediction || is_sound(*step.prediction);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string_view, 3> files;
  for (std::string_view& file : files) {
    file = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(file.size() < rest.size() ? file.size() + 1 : rest.size());
  }
  const auto lesson =
      warplens::lessons::parse_lesson(files[0], files[1], files[2], warplens::features::all());
  if (!lesson.has_value()) {
    if (lesson.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const auto& step : lesson->steps) {
    if (step.scene.views.empty() || step.text.in[0].body.empty()) __builtin_trap();
    if (!is_sound(step)) __builtin_trap();
  }
  return 0;
}
