// Any text must give a map or an error; what was read is written and read alike, each part of it
// taken as it is shown, and described or an error.
#include <cstdint>
#include <string_view>

#include "kernels/own/tensor_map_form.h"
#include "kernels/own/tensor_map_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::own;
  const auto map = parse_tensor_map({reinterpret_cast<const char*>(data), size});
  if (!map.has_value()) return 0;
  const std::string text = tensor_map_text(*map);
  const auto again = parse_tensor_map(text);
  if (!again.has_value() || tensor_map_text(*again) != text) __builtin_trap();
  for (const TensorMapPart part : parts_of(*map)) {
    const auto same = with_part(*map, part, part_text(*map, part));
    if (!same.has_value() || !is_same(*same, *map)) __builtin_trap();
  }
  const auto described = tensor_map_of(*map, {{"n", 64}, {"m", 0}});
  if (!described.has_value()) return 0;
  using warplens::TensorMap;
  const auto bytes = described->encode();
  if (TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes)) != *described)
    __builtin_trap();
  static_cast<void>(elements_of(*map, *described));
  return 0;
}
