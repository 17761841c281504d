// cp.async.bulk into shared memory, from global memory or from another block's: a thread asks for
// many bytes or for a box of a tensor, and an mbarrier beside them counts what has come.
//
// The bytes land between then and a test of the mbarrier (copy_landing.h), and are in flight until
// somebody tests it (accesses_in_flight.h). Nothing but the mbarrier orders them with what comes
// after: they are done by the thread's agent (agents.h).
//
//   issue ── TmaMoves ──► what it moves ── for each block that it comes to ──► that one's TmaCopies
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/distributed_shared.h"
#include "kernels/machine/block/tma_moves.h"
#include "kernels/machine/block/tma_reads.h"
#include "kernels/machine/block/tma_stores.h"

namespace warplens::machine {

struct BlockMemory;

class TmaCopies {
 public:
  TmaCopies(BlockContext& block, BlockMemory& memory, DistributedShared& distributed)
      : block_(&block),
        memory_(&memory),
        distributed_(&distributed),
        moves_(block, memory),
        reads_(block, memory),
        stores_(block, memory, moves_, reads_) {}

  // Starts a new block: no copy is pending.
  void start() {
    pending_.clear();
    waits_ = 0;
    stores_.start();
  }
  void execute(const Issue& issue);
  // Those that write global memory, and their groups.
  [[nodiscard]] TmaStores& stores() { return stores_; }
  // A step of the block is over: copies whose delay is land.
  void step();

  struct Landed {
    std::uint64_t barrier = 0;  // offset in the shared window
    std::uint32_t rank = 0;     // of the block whose thread asked
    std::uint32_t agent = 0;    // of that
    std::uint32_t instruction = kNoIndex;
    std::int32_t bytes = 0;
  };
  // The copies that the mbarrier at this offset counts are complete, in the order in which they
  // were asked for.
  [[nodiscard]] std::vector<Landed> land(std::uint64_t barrier);
  // A wait at the mbarrier was for a phase before theirs.
  void pass(std::uint64_t barrier, std::uint32_t wait);
  // Those that threads of block `rank`, which exits, have asked for.
  [[nodiscard]] std::vector<Landed> land_of(std::uint32_t rank);

 private:
  struct Copy {
    std::uint32_t instruction = 0;
    std::uint32_t rank = 0, thread = 0;  // of who asked
    std::uint32_t to_rank = 0;           // of the block that it comes to
    std::uint64_t to = 0, barrier = 0;   // offsets in its shared memory and in the mbarrier's
    TmaMove move;
    std::optional<std::uint64_t> source;  // its offset in the shared memory of who asked
    // Its numbers (accesses_in_flight.h), in this block and at its source.
    std::uint32_t in_flight = kNoIndex, source_in_flight = kNoIndex;
    std::uint32_t stretch = 0;  // how often one was waited for before
    std::uint32_t delay = 0;    // steps until it lands
    bool has_landed = false;
    std::uint32_t record = 0;  // its number, for who looks at it
  };
  // The operands of one instruction, by lane.
  struct Places {
    LaneAddresses shared, other, barrier;
  };

  void ask(const Issue& issue, const TmaCopy& copy, const Places& places, std::uint32_t lane);
  // What a copy from the block's own shared memory moves.
  [[nodiscard]] std::optional<TmaMove> find_shared(const Issue& issue, const TmaCopy& copy,
                                                   const Places& places, std::uint64_t to,
                                                   std::uint32_t lane);
  // In whatever block of the cluster it is.
  [[nodiscard]] std::uint64_t offset_in_block(std::uint64_t address) const;
  // Whether one can be there; otherwise that is reported.
  [[nodiscard]] bool has_mbarrier(const Issue& issue, std::uint32_t lane, std::uint64_t offset);
  // The ranks that a copy comes to; empty where it cannot, which is reported.
  [[nodiscard]] std::vector<std::uint32_t> destinations(const Issue& issue, const TmaCopy& copy,
                                                        const Places& places, std::uint32_t lane);
  [[nodiscard]] std::vector<std::uint32_t> multicast_to(const Issue& issue, const TmaCopy& copy,
                                                        const Places& places, std::uint32_t lane);
  // A block of the cluster that has not exited; otherwise that is reported.
  [[nodiscard]] bool is_there(const Issue& issue, const Places& places, std::uint32_t lane,
                              std::uint32_t rank);
  // `barrier_rank`: of the block whose mbarrier counts it.
  void send(const Issue& issue, std::uint32_t lane, std::uint32_t barrier_rank, Copy copy);
  // In the block whose mbarrier counts it.
  void begin(Copy copy);
  void record(Copy& copy);
  // For who looks at what the block's tiles hold (matrix_records.h).
  void keep_received(const Copy& copy);
  void put_in_flight(Copy& copy);
  void note_from_afar(const Issue& issue, std::uint32_t lane, std::uint32_t rank, const Copy& copy);
  void land(Copy& copy);
  void land_together(std::uint64_t barrier);
  [[nodiscard]] Landed finish(Copy& copy);
  template <class Which>
  [[nodiscard]] std::vector<Landed> finish_all(Which which);
  [[nodiscard]] static RaceAccessKind kind_of(const Copy& copy);
  // The copies of block `rank`.
  [[nodiscard]] TmaCopies& asker(std::uint32_t rank);
  // The memory that it comes to.
  [[nodiscard]] BlockMemory& memory_of(const Copy& copy);
  // Where the mbarrier of a copy to block `to` lies (PTX ISA, "cp.async.bulk.tensor").
  [[nodiscard]] std::uint32_t barrier_rank(const TmaCopy& copy, std::uint64_t barrier,
                                           std::uint32_t to) const;
  // Calls act(access) for each 16 bytes that it writes.
  template <class Act>
  void each_access(const Copy& copy, Act act);

  BlockContext* block_;
  BlockMemory* memory_;
  DistributedShared* distributed_;
  TmaMoves moves_;
  TmaReads reads_;
  TmaStores stores_;
  std::vector<Copy> pending_;
  std::vector<trace::BulkCopy> asked_;  // by the instruction at hand
  std::uint32_t waits_ = 0;             // that found copies complete
};

}  // namespace warplens::machine
