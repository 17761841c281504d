// What TMA is told of an array in global memory: where it lies, and the box of it that one copy
// brings (CUDA driver API, cuTensorMapEncodeTiled).
//
// A kernel is passed 128 bytes of it (CUtensorMap). The driver's own are opaque; on the CPU they
// are what encode() makes.
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
  static constexpr std::uint32_t kMostDimensions = 5;
  static constexpr std::uint64_t kChunkBytes = 16;  // of which rows, pitches and swizzles are made

  // Groups of 16 bytes in rows of a box that are so wide are exchanged by an XOR with the row's
  // number. PTX ISA, "Tensor swizzling modes".
  enum class Swizzle : std::uint8_t { none, bytes_32, bytes_64, bytes_128 };

  std::uint64_t address = 0;
  std::uint32_t element_bytes = 4;  // 1, 2, 4 or 8
  std::uint32_t dimensions = 2;
  Swizzle swizzle = Swizzle::none;
  // One entry a dimension; dimension 0 is the one whose elements are contiguous.
  std::array<std::uint64_t, kMostDimensions> sizes{};    // elements
  std::array<std::uint64_t, kMostDimensions> pitches{};  // bytes from one to the next; of the first
                                                         // the element's
  std::array<std::uint32_t, kMostDimensions> box{};      // elements

  [[nodiscard]] std::uint64_t box_row_bytes() const {
    return std::uint64_t{box[0]} * element_bytes;
  }
  [[nodiscard]] std::uint64_t box_bytes() const;
  // Where byte `at` of a box's rows, one after the other, is put in shared memory, `to` being where
  // the box is. Both are addresses in the shared window.
  [[nodiscard]] std::uint64_t swizzled(std::uint64_t to, std::uint64_t at) const {
    const std::uint64_t mask = (kChunkBytes << static_cast<unsigned>(swizzle)) - kChunkBytes;
    return (to + at) ^ ((to + at) >> 3 & mask);
  }

  // Errors: what the driver refuses, and a swizzle of rows of a box that are less wide than it.
  Result<void> check() const;

  [[nodiscard]] std::vector<std::byte> encode() const;
  // Nothing if these bytes were not made by encode().
  [[nodiscard]] static std::optional<TensorMap> decode(std::span<const std::byte, kBytes> bytes);

  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

}  // namespace warplens
