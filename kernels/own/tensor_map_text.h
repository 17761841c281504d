// A tensor map as a person writes it.
//
//   f16,[256,128],box=[64,64],strides=[256],swizzle=128        tiles
//   f16,[c,w,h,n],im2col,lower=[-1,-1],upper=[-1,-1],channels=64,pixels=128
//
// The type and the sizes come first, the rest in any order. Sizes are innermost first; sizes, box,
// strides and corners count elements of the type.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/launch_form.h"

namespace warplens::own {

// What is said of a map, one by one. `mode` is tiled or im2col; `contents` is "@BUFFER",
// "@BUFFER+ELEMENT", or, for elements of its own, a fill or a file.
enum class TensorMapPart : std::uint8_t {
  type,
  sizes,
  mode,
  box,
  lower,
  upper,
  channels,
  pixels,
  strides,
  elements,
  swizzle,
  interleave,
  l2,
  fill,
  contents
};

[[nodiscard]] std::string_view name_of(TensorMapPart part);
[[nodiscard]] std::string_view name_of(TensorMap::Type type);
// Those that the map has: a box, or corners, channels and pixels.
[[nodiscard]] std::vector<TensorMapPart> parts_of(const FormTensorMap& map);
// The words that a part may be; none where it is a number, a list, or names something.
[[nodiscard]] std::vector<std::string_view> choices_of(TensorMapPart part);

// Lists without brackets: "256,128".
[[nodiscard]] std::string part_text(const FormTensorMap& map, TensorMapPart part);
// Whatever hangs on the number of sizes keeps to it, and a box becomes pixels of as many channels.
// Errors: no word of the part's, no expression, a list of another length than `sizes` asks for.
Result<FormTensorMap> with_part(FormTensorMap map, TensorMapPart part, std::string_view text);

// Any text is safe. Errors name what is missing or wrong.
Result<FormTensorMap> parse_tensor_map(std::string_view text);
// What is as it would be without a word is left out.
[[nodiscard]] std::string tensor_map_text(const FormTensorMap& map);

// Whether both say the same, whatever their names.
[[nodiscard]] bool is_same(const FormTensorMap& one, const FormTensorMap& other);

// Every expression as its number.
Result<FormTensorMap> with_numbers(FormTensorMap map, const Values& values);
}  // namespace warplens::own
