// wgmma.mma_async: each of a warpgroup's four warps computes its 16 rows for itself, when it issues
// the instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/matrix_descriptor.h"

namespace warplens::machine {

struct BlockMemory;

class WgmmaMatrices {
 public:
  WgmmaMatrices(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  void multiply(const Issue& issue);

 private:
  using Multiply = WgmmaMultiply;
  static constexpr std::size_t kChunks = Multiply::kMostColumns * 2;  // of B, the larger one

  // Chunks of shared memory, in the order of wgmma.h.
  struct Tile {
    std::array<std::uint64_t, kChunks> places;
    alignas(64) std::array<std::byte, kChunks * Multiply::kChunkBytes> bytes;
    std::uint32_t chunks = 0;
  };

  void check_warpgroup(const Issue& issue);
  // Reports operands that must be one value for the whole warp and are not: descriptors, scale-d.
  void check_uniform(const Issue& issue, const Multiply& multiply);
  [[nodiscard]] MatrixDescriptor descriptor(const Issue& issue, std::uint32_t slot) const;
  void use_values(const Issue& issue, const Multiply& multiply, bool adds);
  // So many rows from `first` on, of A or of B's transpose.
  static void place(const MatrixDescriptor& matrix, bool is_mn_major, std::uint32_t first,
                    std::uint32_t rows, std::uint32_t depth, Tile& tile);
  void read(const Issue& issue, Tile& tile);
  // The chunks of a tile from `first` on, one a lane.
  void read_lanes(const Issue& issue, Tile& tile, std::uint32_t first);

  BlockContext* block_;
  BlockMemory* memory_;
  Tile a_{}, b_{};  // of the instruction at hand
};

}  // namespace warplens::machine
