// What tensor cores do for a block by themselves, tcgen05.mma and tcgen05.cp: one thread asks for
// it, and a tcgen05.commit of that thread has an mbarrier tell when it is complete.
//
// It is computed at once, in the order in which it is asked for, and in flight until somebody finds
// the mbarrier's phase complete: until then nobody may touch what it writes, nor write what it
// reads. A thread's own operations come in their order. They are done by agents of its warp
// (agents.h).
//
//   begin ── read, write ──► end ── commit ──► an mbarrier's arrival ── complete
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/machine/block/accesses_in_flight.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/shared_tiles.h"
#include "kernels/machine/block/tensor_accesses.h"
#include "kernels/machine/block/tensor_peer.h"

namespace warplens::machine {

struct BlockMemory;

class TensorPipe {
 public:
  TensorPipe(BlockContext& block, BlockMemory& memory)
      : block_(&block),
        memory_(&memory),
        tiles_(block, memory),
        accesses_(block, memory),
        peer_(block, memory) {}

  // Starts a new block: nothing is in flight.
  void start();

  struct Operation {
    std::uint32_t thread = 0, instruction = 0;
    std::uint64_t number = 0;  // ascending
    bool is_committed = false;
    std::optional<TileReader> reader;  // while races are looked for
    std::uint32_t writes = kNoIndex;   // its number among accesses in flight
    std::vector<TensorArea> read, written;
    std::uint32_t record = 0;  // its number, for who looks at it
  };
  [[nodiscard]] Operation begin(const Issue& issue, std::uint32_t lane, std::string_view name);
  void read(const Issue& issue, SharedTile& tile, Operation& operation);
  void read(const Issue& issue, TensorArea area, Operation& operation);
  // Where the warp's last operation writes the same, it is in flight on as this one's.
  void write(TensorArea area, Operation& operation);
  // The same in the other block of a pair (tensor_peer.h).
  void read_of(const Issue& issue, ClusterMember& peer, SharedTile& tile, Operation& operation);
  void read_of(const Issue& issue, const ClusterMember& peer, const TensorArea& area,
               Operation& operation);
  void write_of(ClusterMember& peer, const TensorArea& area, Operation& operation);
  void end(Operation operation);

  // What the thread has asked for so far is to be told of by the mbarrier at that place: the number
  // of the latest.
  [[nodiscard]] std::uint64_t commit(std::uint32_t thread, std::uint64_t mbarrier);
  // The thread's operations up to that number are complete.
  void complete(std::uint32_t thread, std::uint64_t number);

 private:
  [[nodiscard]] bool take_over(const TensorArea& area, Operation& operation);
  [[nodiscard]] InFlight open_access(const Operation& operation, RaceAccessKind kind) const;
  [[nodiscard]] RaceAccess access_of(const Operation& operation, RaceAccessKind kind) const;
  void complete(const Operation& operation);

  BlockContext* block_;
  BlockMemory* memory_;
  SharedTiles tiles_;
  TensorAccesses accesses_;
  TensorPeer peer_;
  std::vector<Operation> open_;
  std::uint64_t numbers_ = 0;
};

}  // namespace warplens::machine
