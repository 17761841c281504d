// wmma.load and wmma.store: the accesses that they are made of (operations/wmma_pieces.h), one
// after another, and what happens to the registers in between.
#pragma once

#include "kernels/machine/block/load_store.h"
#include "kernels/machine/block/warp_matrices.h"

namespace warplens::machine {

class WmmaAccesses {
 public:
  WmmaAccesses(BlockContext& block, LoadStore& load_store, WarpMatrices& matrices)
      : block_(&block), load_store_(&load_store), matrices_(&matrices) {}

  void execute(const Issue& issue);

 private:
  void find_places(const Issue& issue, const WmmaAccess& wmma);
  void access_piece(const Issue& issue, const WmmaAccess& wmma, std::uint32_t index);
  // Registers of 16-bit pairs whose 8×8 matrix is turned.
  void turn(const Issue& issue, std::uint32_t from, std::uint32_t to);
  void join_bytes(const Issue& issue, const std::uint32_t* bytes, std::uint32_t to);
  void copy(const Issue& issue, const WmmaAccess& wmma);

  BlockContext* block_;
  LoadStore* load_store_;
  WarpMatrices* matrices_;
  LaneAddresses begin_{};   // of each lane's matrix
  LaneAddresses stride_{};  // elements
};

}  // namespace warplens::machine
