// cp.async.bulk and cp.reduce.async.bulk to global memory, and the bulk groups of a thread that
// tell when they are over.
//
// A copy reads shared memory and writes global memory at once, between its start and the wait for
// its group (copy_landing.h), or the exit of its thread; until then its source is in flight.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tma_moves.h"
#include "kernels/machine/block/tma_reads.h"

namespace warplens::machine {

struct BlockMemory;

class TmaStores {
 public:
  TmaStores(BlockContext& block, BlockMemory& memory, TmaMoves& moves, TmaReads& reads)
      : block_(&block), memory_(&memory), moves_(&moves), reads_(&reads) {}

  // Starts a new block.
  void start();
  void execute(const Issue& issue, const TmaCopy& copy);
  void commit(const Issue& issue);
  void wait(const Issue& issue);
  void step();
  // Those of threads that exit.
  void complete_all(const Warp& warp, std::uint32_t lanes);

 private:
  struct Store {
    std::uint32_t instruction = 0, thread = 0;
    std::uint32_t group = 0;  // the thread's so many-th
    std::uint64_t from = 0;   // offset in the shared window
    TmaMove move;
    std::uint32_t in_flight = kNoIndex;
    std::uint32_t delay = 0;
    bool has_landed = false;
    std::uint32_t record = 0;  // its number, for who looks at it
  };

  void ask(const Issue& issue, const TmaCopy& copy, std::uint32_t lane, std::uint64_t from,
           std::uint64_t global);
  void record(const Issue& issue, std::uint32_t lane, Store& store);
  void land(Store& store);
  // Those of the thread in groups before this one; later ones are known to be left open by a wait.
  void complete(std::uint32_t thread, std::uint32_t group);
  void leave_open(std::uint32_t thread, std::uint32_t wait, std::uint32_t groups_left);

  BlockContext* block_;
  BlockMemory* memory_;
  TmaMoves* moves_;
  TmaReads* reads_;
  std::vector<std::uint32_t> groups_;  // committed, by thread
  std::vector<Store> pending_;
  std::vector<trace::BulkCopy> asked_;  // by the instruction at hand
};

}  // namespace warplens::machine
