// Any text must give a number or an error.
#include <cstdint>
#include <string_view>

#include "kernels/own/expression.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = warplens::own::evaluate(text, {{"n", 7}, {"m", 0}, {"block.x", -3}});
  if (!value.has_value() && value.error().message.empty()) __builtin_trap();
  return 0;
}
