// Any bytes must give accesses, each of them a piece of the text.
#include <cstdint>
#include <string_view>

#include "kernels/sass/sass.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto listing = warplens::sass::list(text);
  warplens::sass::add_live(text, listing);
  for (const auto& access : warplens::sass::parse(text)) {
    if (text.find(access.text) == std::string_view::npos || access.width == 0) __builtin_trap();
  }
  return 0;
}
