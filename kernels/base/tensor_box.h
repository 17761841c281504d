// Which bytes of global memory one copy by a tensor map moves, and where each stands among the rows
// of the box, one after another, or among the pixels (PTX ISA, "Tensors").
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/base/tensor_map.h"

namespace warplens {

// What an instruction says of one copy beside its map.
struct BoxPlace {
  std::array<std::int64_t, TensorMap::kMostDimensions> first{};  // coordinates
  // Of im2col: elements from each pixel to the one that is brought, one a dimension between
  // channels and images.
  std::array<std::uint32_t, TensorMap::kMostOffsets> offsets{};
};

// At most 16 bytes that lie within the tensor, and within the same aligned 16 of the rows.
struct BoxPiece {
  std::uint64_t address = 0;
  std::uint64_t at = 0;  // byte of the rows
  std::uint32_t bytes = 0;
  friend bool operator==(const BoxPiece&, const BoxPiece&) = default;
};

// Of a map that TensorMap::check() takes, whose copy begins at a multiple of 16 bytes of a row. In
// the order of the rows; what is missing lies outside of the tensor.
[[nodiscard]] std::vector<BoxPiece> pieces_of_box(const TensorMap& map, const BoxPlace& place);

}  // namespace warplens
