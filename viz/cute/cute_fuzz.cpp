// Any text comes to a value that its own text gives again, within the limits, or to an error.
#include <cstdint>
#include <string_view>

#include "viz/cute/parse.h"

using namespace warplens::cute;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = parse_value(text);
  if (!value.has_value()) {
    if (value.error().message.empty()) __builtin_trap();
    return 0;
  }
  const std::string printed = text_of(*value);
  const auto again = parse_value(printed);
  if (printed.size() <= kLongestText && (!again.has_value() || *again != *value)) __builtin_trap();
  if (const auto* composed = std::get_if<ComposedLayout>(&*value)) {
    if (!checked(composed->layout).has_value()) __builtin_trap();
    static_cast<void>(index_of(*composed, coordinate_of(composed->layout, 1)));
  }
  return 0;
}
