// mbarriers: counted arrivals in shared memory, lane by lane.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "kernels/machine/block/async_copies.h"
#include "kernels/machine/block/distributed_shared.h"
#include "kernels/machine/block/tensor_pipe.h"
#include "kernels/machine/block/tma.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {

struct BlockMemory;

// A thread or an agent of a block of the cluster.
struct ClusterThread {
  BlockContext& block;
  BlockRaces* races;  // of that block
  std::uint32_t thread = 0;
  std::uint32_t count = 1;  // of threads, from that one on
};

class Mbarriers {
 public:
  Mbarriers(BlockContext& block, BlockMemory& memory, AsyncCopies& copies, TmaCopies& tma_copies,
            TensorPipe& tensor_pipe, DistributedShared& distributed)
      : block_(&block),
        memory_(&memory),
        copies_(&copies),
        tma_copies_(&tma_copies),
        tensor_pipe_(&tensor_pipe),
        distributed_(&distributed) {}

  // Starts a new block: no mbarrier is initialised.
  void start();
  void execute(const Issue& issue);
  // An asynchronous access by `by` is over: `bytes` of what the mbarrier at this offset counts.
  // What is wrong with that, the block says whose access it was.
  void complete_for(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                    const ClusterThread& by, std::int32_t bytes);
  // What block `rank` of the cluster, which exits, has asked for and this block counts is over.
  void complete_copies_of(std::uint32_t rank);
  // The one whose phase `fragment` waits for by testing it at `instruction`, if it does.
  [[nodiscard]] std::optional<StuckMbarrier> waited_for(Warp& warp, Fragment& fragment,
                                                        std::uint32_t instruction);

 private:
  void use_values(const Issue& issue, const MbarrierUse& use);
  void note(const Issue& issue, const MbarrierUse& use, const LaneAddresses& offsets,
            std::uint32_t mask);
  // Lanes whose mbarriers are other blocks'.
  void execute_others(const Issue& issue, const MbarrierUse& use, const LaneAddresses& addresses,
                      std::uint32_t mask);
  // `owner`: of the block in whose memory the object is.
  void execute_lane(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                    std::uint64_t offset, Mbarriers& owner);
  // Reports what is wrong in a lane's use, before it is executed.
  void check_life(const Issue& issue, MbarrierAction action, std::uint32_t lane,
                  std::uint64_t offset, const Mbarriers& owner);
  [[nodiscard]] std::uint64_t bits_at(std::uint64_t offset) const;
  // `bits` are in the object from now on.
  void keep(MbarrierAction action, std::uint64_t offset, std::uint64_t bits);
  void check_arrival(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                     const MbarrierState& state, std::uint32_t count, const Mbarriers& owner);
  void report(const Issue& issue, std::uint32_t lane, const FindingText& text);
  void test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane, std::uint64_t offset,
            std::uint64_t bits);
  [[nodiscard]] std::uint64_t changed(const Issue& issue, const MbarrierUse& use,
                                      std::uint32_t lane, std::uint64_t offset, std::uint64_t bits,
                                      Mbarriers& owner);
  // The copies that it counts and that are complete arrive; `all`: they are complete now.
  void land(std::uint64_t offset, bool all);
  // Asks for an arrival at the mbarrier when what the thread has tensor cores do is complete.
  void commit(const Issue& issue, const MbarrierUse& use, std::uint32_t lane, std::uint64_t offset,
              Mbarriers& owner);
  // What tensor cores have done arrives, one commit after the other, until the phase that a test
  // waits for is over.
  void land_commits(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                    std::uint64_t offset);
  struct Commit {
    std::uint64_t offset = 0;
    std::uint32_t rank = 0, thread = 0;  // of who asked
    std::uint64_t number = 0;            // of its latest operation
    std::uint32_t instruction = kNoIndex;
  };
  void land(const Commit& commit);
  void complete_copies(std::span<const TmaCopies::Landed> landed);
  // What `by` has asked for at `instruction`, where that is known, is there: so many arrivals and
  // bytes.
  void complete(std::uint64_t offset, const ClusterThread& by, std::uint32_t arrivals,
                std::int32_t bytes, std::uint32_t instruction);
  // For who looks at the block (barrier_records.h).
  void record(const Issue& issue, const MbarrierUse& use, std::uint32_t lane, std::uint64_t offset,
              std::uint64_t before, std::uint64_t after, std::uint32_t rank);
  void record_elsewhere(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                        std::uint64_t offset, std::uint32_t rank);
  void record_test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                   std::uint64_t offset, std::uint64_t bits);
  void record_complete(std::uint64_t offset, const ClusterThread& by, std::int32_t bytes,
                       std::uint32_t instruction, const MbarrierState& after);
  [[nodiscard]] ClusterThread own(std::uint32_t thread);
  // An arrival, noted for what is ordered by it.
  void note_arrival(const ClusterThread& by, std::uint64_t offset, bool is_complete);
  // What threads of other blocks tell each other of global memory by it.
  void order_blocks(BlockContext& block, std::uint32_t warp, std::uint64_t offset, bool arrives);

  BlockContext* block_;
  BlockMemory* memory_;
  AsyncCopies* copies_;
  TmaCopies* tma_copies_;
  TensorPipe* tensor_pipe_;
  DistributedShared* distributed_;
  // The initialised mbarriers: offset in the shared window → the value that mbarrier operations
  // left there.
  std::map<std::uint64_t, std::uint64_t> initialised_;
  std::set<std::uint64_t> over_;  // of which a phase has ended
  std::vector<Commit> commits_;   // that have not arrived
};

}  // namespace warplens::machine
