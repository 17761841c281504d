// A texture or a surface as a person writes it.
//
//   f32,[256,128],filter=linear,address=wrap,normalized=yes       a texture
//   u8,[256,128],channels=4                                       a surface
//   f32,[64,64],kind=cube                                         a cube map
//
// The type and the sizes come first, the rest in any order. Sizes are innermost first and count
// texels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/launch_form.h"

namespace warplens::own {

// What is said of one. `contents` is "@BUFFER" or, for texels of its own, a fill or a file.
enum class TexturePart : std::uint8_t {
  type,
  sizes,
  channels,
  layers,
  kind,
  filter,
  address,
  normalized,
  read,
  border,
  memory,
  contents
};

[[nodiscard]] std::string_view name_of(TexturePart part);
// "texture" or "surface".
[[nodiscard]] std::string_view kind_of(const FormTexture& texture);
// Those that it has: a surface has no filter and what goes with it, a cube map is read by
// directions alone.
[[nodiscard]] std::vector<TexturePart> parts_of(const FormTexture& texture);
// The words that a part may be; none where it is a number, a list, or names something.
[[nodiscard]] std::vector<std::string_view> choices_of(TexturePart part);

// Lists without brackets: "256,128".
[[nodiscard]] std::string part_text(const FormTexture& texture, TexturePart part);
// Errors: no word of the part's, no expression.
Result<FormTexture> with_part(FormTexture texture, TexturePart part, std::string_view text);

// Any text is safe. Errors name what is missing or wrong.
Result<FormTexture> parse_texture(std::string_view text, bool is_surface);
// What is as it would be without a word is left out.
[[nodiscard]] std::string texture_text(const FormTexture& texture);

// Whether both say the same, whatever their names.
[[nodiscard]] bool is_same(const FormTexture& one, const FormTexture& other);

// Every expression as its number.
Result<FormTexture> with_numbers(FormTexture texture, const Values& values);

}  // namespace warplens::own
