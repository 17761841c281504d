// The blocks of a cluster while they run: whose shared memory is where, and who has arrived at the
// cluster's barrier.
//
//   Cluster ── member of each rank ──► its context, memory, mbarriers, warps
//           ── ClusterRaces            all of their threads and shared memory, where they may meet
//
// Who lands bytes in another block's memory (DistributedShared, a copy engine) finds it here, and
// completes its mbarrier by Mbarriers::complete(). Blocks of a cluster take turns on one host
// thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/program/block_races.h"

namespace warplens::machine {

struct BlockMemory;
class Mbarriers;
class TensorAllocations;
class TensorPipe;
class TmaCopies;

struct ClusterMember {
  std::uint64_t block = 0;          // by its index in the grid
  BlockContext* context = nullptr;  // nullptr: it has not joined yet, or has exited
  BlockMemory* memory = nullptr;
  Mbarriers* mbarriers = nullptr;
  TmaCopies* tma = nullptr;
  TensorPipe* tensor_pipe = nullptr;
  TensorAllocations* tensor_allocations = nullptr;
  std::span<Warp> warps;
  // Lanes of each warp that have arrived at the barrier, in a phase that is not complete, and in
  // one that is and that they have not waited for.
  std::vector<std::uint32_t> arrived, passed;
  // The bytes of its shared memory that other blocks have touched.
  std::uint64_t touched_begin = ~std::uint64_t{0}, touched_end = 0;

  [[nodiscard]] bool has_exited() const { return context == nullptr; }
  void touch(std::uint64_t begin, std::uint64_t end) {
    touched_begin = std::min(touched_begin, begin);
    touched_end = std::max(touched_end, end);
  }
};

class Cluster {
 public:
  Cluster(const PreparedLaunch& launch, std::uint64_t index);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] ClusterMember& at(std::uint32_t rank) { return members_[rank]; }
  [[nodiscard]] std::span<ClusterMember> members() { return members_; }
  // nullptr: no block reaches another one's memory, or races are not looked for.
  [[nodiscard]] ClusterRaces* races() { return races_ ? &*races_ : nullptr; }
  // By its number in the grid.
  [[nodiscard]] std::uint64_t index() const { return index_; }
  // Of the barrier, from 0.
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  void complete_phase() { ++phase_; }

 private:
  std::uint64_t index_;
  std::uint32_t phase_ = 0;
  std::vector<ClusterMember> members_;
  std::optional<ClusterRaces> races_;
};

// Whether a launch's blocks know of a cluster at all.
[[nodiscard]] inline bool has_clusters(const PreparedLaunch& launch) {
  return launch.shape.blocks() > 1 || launch.image->uses_cluster;
}

}  // namespace warplens::machine
