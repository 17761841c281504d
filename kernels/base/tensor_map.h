// What TMA is told of an array in global memory: where it lies, and the box of it, or the pixels,
// that one copy brings (CUDA driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col).
//
// A kernel is passed 128 bytes of it, a CUtensorMap. encode() makes those that the driver makes,
// and decode() reads them: tests/data/h200-tensor-maps.tsv has what a driver made of many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/base/result.h"

namespace warplens {

struct TensorMap {
  static constexpr std::size_t kBytes = 128;
  static constexpr std::uint32_t kAlignment = 64;
  // Whether a map, or a structure that begins with one, may be of so many bytes.
  static constexpr bool may_begin(std::uint64_t bytes, std::uint32_t alignment) {
    return bytes >= kBytes && alignment >= kAlignment;
  }
  static constexpr std::uint32_t kMostDimensions = 5;
  static constexpr std::uint32_t kMostOffsets = 3;  // of im2col: all but channels and images
  static constexpr std::uint64_t kChunkBytes = 16;  // of which rows, strides and swizzles are made

  // The enumerators of these stand in the order of the driver's (cuda.h).
  enum class Type : std::uint8_t {
    u8,
    u16,
    u32,
    i32,
    u64,
    i64,
    f16,
    f32,
    f64,
    bf16,
    f32_ftz,
    tf32,
    tf32_ftz,
    u4_align8,
    u4_align16,
    u6_align16
  };
  enum class Interleave : std::uint8_t { none, bytes_16, bytes_32 };
  // Groups of 16 bytes in rows of a box that are so wide are exchanged by an XOR with the row's
  // number. PTX ISA, "Tensor swizzling modes". Those of larger groups are no Hopper's.
  enum class Swizzle : std::uint8_t {
    none,
    bytes_32,
    bytes_64,
    bytes_128,
    groups_of_32,
    groups_of_32_flipped,
    groups_of_64
  };
  enum class L2Promotion : std::uint8_t { none, bytes_64, bytes_128, bytes_256 };
  enum class Fill : std::uint8_t { zero, nan };  // of elements outside of the tensor

  // Instead of a box: pixels one after another, each of some channels, where the corners leave
  // room for a filter's offsets. One entry a dimension between channels and images.
  struct Im2col {
    std::array<std::int32_t, kMostOffsets> lower{}, upper{};
    std::uint32_t channels = 1, pixels = 1;
    friend bool operator==(const Im2col&, const Im2col&) = default;
  };

  std::uint64_t address = 0;
  Type type = Type::f32;
  Interleave interleave = Interleave::none;
  Swizzle swizzle = Swizzle::none;
  L2Promotion l2_promotion = L2Promotion::none;
  Fill fill = Fill::zero;
  std::uint32_t dimensions = 2;
  // One entry a dimension; dimension 0 is the one whose elements are contiguous.
  std::array<std::uint64_t, kMostDimensions> sizes{};        // elements
  std::array<std::uint64_t, kMostDimensions - 1> strides{};  // bytes, of dimensions 1 to 4
  std::array<std::uint32_t, kMostDimensions> box{};          // elements; none of im2col
  std::array<std::uint32_t, kMostDimensions> element_strides{1, 1, 1, 1, 1};
  std::optional<Im2col> im2col{};

  [[nodiscard]] std::uint32_t element_bytes() const;  // 0: of packed elements
  [[nodiscard]] bool is_floating() const;
  // Of a row of a box, or of a pixel.
  [[nodiscard]] std::uint64_t box_row_bytes() const;
  // How many elements of a dimension other than 0 are brought: one in so many of the box.
  [[nodiscard]] std::uint32_t brought(std::uint32_t dimension) const;
  // What a copy brings, and its mbarrier counts.
  [[nodiscard]] std::uint64_t box_bytes() const;
  [[nodiscard]] std::uint64_t swizzle_bytes() const;  // 16: none
  // From a row in shared memory to the next: rows less wide than their swizzle lie as far apart.
  [[nodiscard]] std::uint64_t row_pitch() const;
  // Of shared memory, from the box's begin to its end.
  [[nodiscard]] std::uint64_t shared_bytes() const {
    return box_bytes() / box_row_bytes() * row_pitch();
  }
  // Where byte `at` of a box's rows, one after the other, is put in shared memory, `to` being where
  // the box is. Both are addresses in the shared window.
  [[nodiscard]] std::uint64_t swizzled(std::uint64_t to, std::uint64_t at) const {
    const std::uint64_t row = box_row_bytes(), pitch = row_pitch();
    const std::uint64_t place = to + (row == pitch ? at : at / row * pitch + at % row);
    return place ^ (place >> 3 & (swizzle_bytes() - kChunkBytes));
  }
  // Eight bytes of elements outside of the tensor.
  [[nodiscard]] std::uint64_t fill_bits() const;
  // Whether a copy rounds 32-bit elements: round_to_tf32().
  [[nodiscard]] bool rounds() const { return type == Type::tf32 || type == Type::tf32_ftz; }

  // Errors: what an H200's driver refuses, named by its field.
  Result<void> check() const;

  // Of a map that check() takes.
  [[nodiscard]] std::vector<std::byte> encode() const;
  // Nothing if these bytes are no map that check() takes. What the driver derives from the rest
  // (bytes of a box, the swizzle's pattern) is not looked at.
  [[nodiscard]] static std::optional<TensorMap> decode(std::span<const std::byte, kBytes> bytes);

  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

// What tensormap.replace writes of a tensor map, alone or, from `box` on to `element_stride`, for
// one dimension (PTX ISA). Its values are the driver's, but that `rank` is one less.
enum class TensorMapField : std::uint8_t {
  address,
  rank,
  box,
  size,
  stride,  // bytes; dimension 0: of dimension 1
  element_stride,
  type,
  interleave,
  swizzle,
  fill
};
// Other bytes stay as they are, be they a map or not. False: there is no such dimension.
[[nodiscard]] bool replace_field(std::span<std::byte, TensorMap::kBytes> bytes,
                                 TensorMapField field, std::uint32_t dimension,
                                 std::uint64_t value);

// To 10 bits of mantissa, to nearest even, as TMA rounds (tests/probes/tensor_fields.cu, on an
// H200): one NaN comes of all, without a sign.
[[nodiscard]] std::uint32_t round_to_tf32(std::uint32_t bits);
void round_to_tf32(std::span<std::byte> words);

}  // namespace warplens
