// Any bytes as settings.json must give settings within their ranges that are written and read again
// the same, or nothing.
#include <cstdint>
#include <string_view>

#include "app/settings/settings.h"

namespace {

bool is_within(double value, double low, double high) { return value >= low && value <= high; }

bool is_in_range(const warplens::session::Settings& settings) {
  return is_within(settings.text_scale, 0.5, 3) && is_within(settings.window_width, 640, 16384) &&
         is_within(settings.window_height, 320, 16384) && is_within(settings.step, 0, 1000) &&
         settings.timing.side >= 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::session;
  const auto settings = parse_settings({reinterpret_cast<const char*>(data), size});
  if (!settings.has_value()) return 0;
  if (!is_in_range(*settings)) __builtin_trap();
  const auto again = parse_settings(to_json(*settings));
  if (!again.has_value() || *again != *settings) __builtin_trap();
  return 0;
}
