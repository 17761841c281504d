// Warp-level matrix instructions: ldmatrix and stmatrix move 8×8 matrices of 16-bit elements, a
// row's address from each lane; mma multiplies matrices that lie across the warp's registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

struct BlockMemory;

class WarpMatrices {
 public:
  WarpMatrices(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  void load(const Issue& issue);
  // One of several loads that an instruction makes, of rows at these offsets in shared memory.
  void load_at(const Issue& issue, const MatrixAccess& matrix, const LaneAddresses& rows);
  void store(const Issue& issue);
  void multiply(const Issue& issue);

 private:
  static constexpr std::uint32_t kRowBytes = 16;

  // The lanes whose rows, at the event's addresses, lie in shared memory.
  [[nodiscard]] std::uint32_t find_rows(const Issue& issue, const MatrixAccess& matrix,
                                        bool is_store);
  void load_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows);
  void store_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows);
  void note_stored_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows);
  void check_metadata(const Issue& issue, const MatrixMultiply& multiply);
  void check_selectors(const Issue& issue, const BlockScales& scales);
  void use_values(const Issue& issue, const MatrixMultiply& multiply);
  void use_scales(const Issue& issue, const BlockScales& scales);

  BlockContext* block_;
  BlockMemory* memory_;
  trace::EventView event_;                                 // the access at hand
  std::array<std::byte, kWarpSize * kRowBytes> values_{};  // what it writes
};

}  // namespace warplens::machine
