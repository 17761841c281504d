#include "viz/gl/rgba.h"

namespace warplens::gl {

std::vector<std::uint8_t> rgba_of(std::span<const scene::Color> colors) {
  std::vector<std::uint8_t> bytes(colors.size() * 4);
  auto out = bytes.begin();
  for (const scene::Color color : colors) {
    for (const int shift : {24, 16, 8, 0}) *out++ = static_cast<std::uint8_t>(color >> shift);
  }
  return bytes;
}

}  // namespace warplens::gl
