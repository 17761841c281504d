// What a kernel of kernels.tsv finds in its buffer: the same for the test that counts it and the
// probe that times it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// `fill`: "floats" from 0.5 to 1, "zeros", "chase 33": each word names the one so many further, or
// "texture 64": floats, so many texels a row of a texture, which the kernel has in a buffer's
// place.
inline std::size_t texels_a_row(const std::string& fill) {
  return fill.starts_with("texture") ? std::stoul(fill.substr(8)) : 0;
}

inline std::vector<std::uint32_t> unit_contents(std::size_t count, const std::string& fill) {
  std::vector<std::uint32_t> words(count);
  const bool is_chase = fill.starts_with("chase");
  const std::size_t step = is_chase ? std::stoul(fill.substr(6)) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t mixed = static_cast<std::uint32_t>(i) * 2654435761u;
    mixed ^= mixed >> 15;
    words[i] = 0x3f000000u | (mixed & 0x7fffffu);
    if (fill == "zeros") words[i] = 0;
    if (is_chase) words[i] = static_cast<std::uint32_t>((i + step) % count);
  }
  return words;
}
