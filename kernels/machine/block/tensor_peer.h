// The other block of a pair, as tcgen05 of .cta_group::2 sees it: of the blocks of a cluster, two
// whose ranks differ in the last bit alone (PTX ISA, "CTA Pair"). One thread of either asks for
// what tensor cores do with the memories of both.
//
// What they do there is ordered by the whole cluster's race detector; it is not in flight there
// (accesses_in_flight.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/machine/block/cluster.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/shared_tiles.h"
#include "kernels/machine/block/tensor_accesses.h"

namespace warplens::machine {

class TensorPeer {
 public:
  TensorPeer(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Its rank, whether there is such a block or not.
  [[nodiscard]] std::uint32_t rank() const { return block_->rank ^ 1; }
  // nullptr: there is none, which ends the launch, or it has exited; both are reported.
  [[nodiscard]] ClusterMember* find(const Issue& issue, std::string_view opcode);

  // `reader`: whose reads they are, as in the block itself; may be null. What lies outside is zero:
  // it is reported of the block itself, which has as much.
  void read(const Issue& issue, ClusterMember& peer, SharedTile& tile, const TileReader* reader);
  // Whether the columns are allocated there; otherwise that is reported.
  void check_allocated(const Issue& issue, const ClusterMember& peer, std::string_view opcode,
                       const TensorArea& area);
  void check_written(const Issue& issue, const ClusterMember& peer, const TensorArea& area);

 private:
  void note_tile(const Issue& issue, ClusterMember& peer, const SharedTile& tile,
                 std::uint32_t first, std::uint32_t lanes, const TileReader& reader);
  void check_set(const Issue& issue, const SharedMemory& shared, std::uint32_t lanes,
                 const LaneAddresses& places, std::uint32_t bytes);

  BlockContext* block_;
  BlockMemory* memory_;
};

}  // namespace warplens::machine
