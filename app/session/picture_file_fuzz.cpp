// Any bytes as a PNG: pixels or an error, nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/session/picture_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto pixels =
      warplens::picture::decode_picture({reinterpret_cast<const char*>(data), size}, "fuzz.png");
  if (pixels.has_value() && pixels->rgba.size() < (std::size_t{1} << 16)) {
    if (warplens::picture::fitted(*pixels, 3, 5).size() != 15) __builtin_trap();
  }
  return 0;
}
