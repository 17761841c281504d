// Any text must give a texture or a surface or an error; what was read is written and read alike,
// each part of it taken as it is shown, and described or an error.
#include <cstdint>
#include <string_view>

#include "kernels/own/texture_form.h"
#include "kernels/own/texture_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::own;
  for (const bool is_surface : {false, true}) {
    const auto texture = parse_texture({reinterpret_cast<const char*>(data), size}, is_surface);
    if (!texture.has_value()) continue;
    const std::string text = texture_text(*texture);
    const auto again = parse_texture(text, is_surface);
    if (!again.has_value() || texture_text(*again) != text) __builtin_trap();
    for (const TexturePart part : parts_of(*texture)) {
      const auto same = with_part(*texture, part, part_text(*texture, part));
      if (!same.has_value() || !is_same(*same, *texture)) __builtin_trap();
    }
    const auto described = texture_of(*texture, {{"n", 64}, {"m", 0}});
    if (described.has_value()) static_cast<void>(texels_of(*texture, *described));
  }
  return 0;
}
