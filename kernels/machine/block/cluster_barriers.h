// barrier.cluster: threads of all blocks of a cluster arrive, and wait for the others. Those that
// have exited count as arrived (PTX ISA, "barrier.cluster").
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/cluster.h"

namespace warplens::machine {

struct BlockMemory;
enum class BarrierStep : std::uint8_t;

class ClusterBarriers {
 public:
  ClusterBarriers(BlockContext& block, BlockMemory& memory, std::span<Warp> warps)
      : block_(&block), memory_(&memory), warps_(warps) {}

  // False when the fragment must wait.
  bool execute(const Issue& issue);
  // Lanes of a warp have exited.
  void exit(const Issue& issue, const Warp& warp, std::uint32_t lanes);
  // A fragment waits for other blocks.
  [[nodiscard]] bool is_waiting() const;
  // The cluster can never go on.
  void report_stuck();

 private:
  [[nodiscard]] ClusterMember& own() const { return block_->cluster->at(block_->rank); }
  void arrive(const Issue& issue, const ClusterBarrierUse& use);
  bool wait(const Issue& issue);
  void complete(const Issue& issue);
  void release(const Issue& issue);
  // In the races of the cluster, or of each block where none reaches another one's memory.
  void complete_phase_of_races();
  void wake(ClusterMember& member);
  // What lanes that go on behind the barrier know.
  static void acquire(ClusterMember& member, const Cluster& cluster, std::uint32_t warp,
                      std::uint32_t lanes);
  void leave(const Issue& issue, std::uint32_t thread);
  // For who looks at a block of the cluster (barrier_records.h).
  void record(BarrierStep step, const Issue& issue, bool passes = false) const;

  BlockContext* block_;
  BlockMemory* memory_;
  std::span<Warp> warps_;
};

}  // namespace warplens::machine
