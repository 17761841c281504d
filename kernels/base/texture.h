// What a texture or a surface object describes: an array of texels, and how tex reads it (CUDA
// driver API, CUDA_ARRAY3D_DESCRIPTOR and CUDA_TEXTURE_DESC).
//
// A kernel is passed a handle of 64 bits. The texels lie in a buffer, row by row, nothing between:
// which place they have in a CUDA array only the GPU knows.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/base/result.h"

namespace warplens {

struct Texture {
  enum class Type : std::uint8_t { u8, i8, u16, i16, u32, i32, f16, f32 };
  enum class Filter : std::uint8_t { point, linear };
  // In the order of the driver's (CUaddress_mode).
  enum class Address : std::uint8_t { wrap, clamp, mirror, border };
  static constexpr std::uint32_t kMostDimensions = 3;
  static constexpr std::uint32_t kFaces = 6;  // of a cube map: +x -x +y -y +z -z

  bool is_surface = false;
  bool is_linear_memory = false;  // no array: the buffer itself (tex1Dfetch)
  Type type = Type::f32;
  std::uint32_t channels = 1;  // 1, 2 or 4
  std::uint32_t dimensions = 2;
  std::array<std::uint64_t, kMostDimensions> sizes{1, 1, 1};  // texels; innermost first
  std::uint64_t layers = 0;                                   // 0: it has none
  bool is_cube = false;  // each layer has six faces of two dimensions, one after the other
  Filter filter = Filter::point;
  std::array<Address, kMostDimensions> address{Address::clamp, Address::clamp, Address::clamp};
  bool is_normalized = false;  // coordinates from 0 to 1
  bool reads_floats = false;   // of integers: 0 to 1, or -1 to 1
  float border = 0;            // every channel of what lies outside, with Address::border

  [[nodiscard]] std::uint32_t element_bytes() const;
  [[nodiscard]] std::uint32_t texel_bytes() const { return element_bytes() * channels; }
  [[nodiscard]] std::uint64_t row_bytes() const { return sizes[0] * texel_bytes(); }
  // How many lie one after the other: layers, or their faces.
  [[nodiscard]] std::uint64_t planes() const;
  [[nodiscard]] std::uint64_t texels() const;
  [[nodiscard]] std::uint64_t bytes() const { return texels() * texel_bytes(); }
  [[nodiscard]] bool is_floating() const { return type == Type::f16 || type == Type::f32; }
  [[nodiscard]] bool is_signed() const;
  // Whether tex gives floats of it.
  [[nodiscard]] bool gives_floats() const { return is_floating() || reads_floats; }

  // Errors: what CUDA does not have or would silently read in another way, named by its field.
  Result<void> check() const;

  friend bool operator==(const Texture&, const Texture&) = default;
};

}  // namespace warplens
