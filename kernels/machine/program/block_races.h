// The part of a race detector that is one block's: its threads and its shared memory.
//
// A block by itself has a detector of its own. Blocks of a cluster, which reach each other's shared
// memory, have one together: block `rank`'s threads, memory and barriers follow those of the ranks
// below it there, and here they are numbered as if the block were alone.
//
//   detector   threads   rank 0 | rank 1 | …        bytes   rank 0 | rank 1 | … | extra room
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

// A race with a thread of another block of the cluster, or on another block's memory. Threads are
// numbered in their blocks, the offset in the memory's.
struct ClusterRace {
  Race race;
  std::uint32_t earlier_rank = 0;
  std::uint32_t memory_rank = 0;
};

// The races of a cluster's blocks.
class ClusterRaces {
 public:
  ClusterRaces(std::uint32_t blocks, std::uint32_t threads, std::uint32_t shared_bytes);

  RaceDetector detector;
  std::uint32_t threads;  // a block, with its agents
  std::uint32_t bytes;    // a block
  std::uint32_t end;      // of all that is taken
};

class BlockRaces {
 public:
  BlockRaces(std::uint32_t threads, std::uint32_t shared_bytes);

  // From now on block `rank` of a cluster; nullptr: by itself again.
  void join(ClusterRaces* cluster, std::uint32_t rank);
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] bool has_cluster_races() const { return !cluster_races_.empty(); }

  // Also for the cluster that it joins then.
  void make_room(std::uint32_t bytes);
  void access(const RaceAccess& access, std::vector<Race>& races) {
    if (cluster_ == nullptr) return own_.access(access, races);
    access_in_cluster(access, rank_, &races);
  }
  // An access by a thread of this block to the shared memory of block `rank`.
  void access_other(const RaceAccess& access, std::uint32_t rank) {
    access_in_cluster(access, rank, nullptr);
  }
  // Those beside a block's own that accesses have made since this was asked last.
  [[nodiscard]] std::vector<ClusterRace> take_cluster_races();

  void settle_loads(const std::function<LoadFate(std::uint64_t load)>& fate);
  void block_barrier();
  void partial_barrier(std::span<const std::uint32_t> arriving,
                       std::span<const std::uint32_t> waiting);
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
    arrive_at(rank_, barrier, threads);
  }
  // At a barrier of block `rank`.
  void arrive_at(std::uint32_t rank, std::uint64_t barrier, std::span<const std::uint32_t> threads);
  void complete_phase(std::uint64_t barrier) { complete_phase_at(rank_, barrier); }
  void complete_phase_at(std::uint32_t rank, std::uint64_t barrier) {
    detector().complete_phase(name(rank, barrier));
  }
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
    wait_at(rank_, barrier, threads);
  }
  void wait_at(std::uint32_t rank, std::uint64_t barrier, std::span<const std::uint32_t> threads);
  void warp_barrier(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live) {
    detector().warp_barrier(first_warp_ + warp, lanes, live);
  }
  void fence(std::uint32_t warp, std::uint32_t lanes, FenceSides sides) {
    detector().fence(first_warp_ + warp, lanes, sides);
  }
  void strong_access(const StrongAccess& access) { strong_access_at(rank_, access); }
  // Where it is one to shared memory, to that of block `rank`.
  void strong_access_at(std::uint32_t rank, const StrongAccess& access);

 private:
  [[nodiscard]] RaceDetector& detector() { return cluster_ == nullptr ? own_ : cluster_->detector; }
  [[nodiscard]] static std::uint64_t name(std::uint32_t rank, std::uint64_t barrier) {
    return std::uint64_t{rank} << 40 | barrier;
  }
  [[nodiscard]] std::vector<std::uint32_t> in_cluster(std::span<const std::uint32_t> threads) const;
  void access_in_cluster(const RaceAccess& access, std::uint32_t rank, std::vector<Race>* own);
  void add(Race race, std::vector<Race>* own);
  [[nodiscard]] ThreadAccess in_block(ThreadAccess access, std::uint32_t rank) const;

  RaceDetector own_;
  std::uint32_t threads_;
  ClusterRaces* cluster_ = nullptr;
  std::uint32_t rank_ = 0;
  std::uint32_t first_warp_ = 0;
  std::uint32_t room_ = 0;   // what make_room() was asked for
  std::uint32_t extra_ = 0;  // where what it has made in the cluster begins
  std::vector<Race> races_;  // of the access at hand
  std::vector<ClusterRace> cluster_races_;
};

}  // namespace warplens::machine
