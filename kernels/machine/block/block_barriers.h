// Block barriers (bar, barrier.cta): arriving, completing, and what cannot complete.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "kernels/machine/block/barrier_counts.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/open_barriers.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/wgmma_matrices.h"

namespace warplens::machine {

class BlockBarriers {
 public:
  BlockBarriers(BlockContext& block, SharedMemory& shared, WgmmaMatrices& wgmma,
                std::span<Warp> warps)
      : block_(&block), shared_(&shared), wgmma_(&wgmma), warps_(warps) {}

  void start();
  // False when the fragment must wait.
  bool execute(const Issue& issue);
  // No fragment of the warp can run: those at an aligned barrier arrive without the others.
  void resolve_aligned(Warp& warp);
  // `fragment` stands behind a barrier (FunctionImage::meetings).
  void note_meeting(Warp& warp, const Fragment& fragment);
  // Completes what now can, as when lanes have exited.
  void complete();
  // All threads have exited.
  void finish();
  // The block can never go on.
  void report_stuck();

  [[nodiscard]] const OpenBarriers& open() const { return open_; }

 private:
  bool arrive(const Issue& issue);
  // A barrier as the operands name it: its id and how many threads it waits for.
  struct Named {
    std::uint32_t id = 0, count = 0;
  };
  [[nodiscard]] bool is_valid(Named name) const;
  [[nodiscard]] Named name_of(const Issue& issue, const BarrierUse& use) const;
  // Behind the numbered ones; of the warps that the block has of it.
  [[nodiscard]] Named warpgroup_of(const Warp& warp) const;
  void check_arrival(const Issue& issue, const BarrierUse& use, const OpenBarrier& barrier);
  void report_divergence(Warp& warp, Fragment& waiting);
  // Parts of a warp wait at different barriers that reduce.
  [[nodiscard]] bool is_split_over_reductions(Warp& warp) const;
  void end_at_reductions(Warp& warp);
  // Threads that went past it and exited.
  [[nodiscard]] int passed_by(const OpenBarrier& barrier) const;
  void report_passed_by(const OpenBarrier& barrier);
  [[nodiscard]] static FindingPlace place_of(const OpenBarrier& barrier);
  void count_arrival(const Issue& issue, const BarrierUse& use, OpenBarrier& barrier);
  void record_arrival(const Issue& issue, const BarrierUse& use, std::uint32_t id);
  void record_meeting(const OpenBarrier& barrier, bool is_of_warpgroup);
  void use_values(const Issue& issue, const BarrierUse& use);
  [[nodiscard]] bool is_complete(const OpenBarrier& barrier) const;
  void release(const OpenBarrier& barrier, std::uint32_t key);
  // A warpgroup's wgmma.wait_group.
  void complete_wgmma(const OpenBarrier& barrier, std::uint32_t key);
  // How many threads have arrived; those that exited count as well.
  [[nodiscard]] std::uint64_t arrived_threads(const OpenBarrier& barrier) const;

  BlockContext* block_;
  SharedMemory* shared_;
  WgmmaMatrices* wgmma_;
  std::span<Warp> warps_;
  OpenBarriers open_;
  BarrierCounts counts_;
  bool has_told_ = false;  // that threads went past a barrier
  // The lanes of each warp that have been behind a barrier, by the index of the entry's instruction
  // behind it.
  std::map<std::uint32_t, std::vector<std::uint32_t>> been_behind_;
};

}  // namespace warplens::machine
