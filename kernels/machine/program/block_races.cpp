#include "kernels/machine/program/block_races.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warplens::machine {
namespace {

// Blocks number their loads each for itself; the rank stands above the number.
constexpr std::uint32_t kRankShift = 56;

bool is_number(std::uint64_t load) { return load != 0 && load != kUsedLoad; }

std::uint32_t rank_of(std::uint64_t load) { return static_cast<std::uint32_t>(load >> kRankShift); }

std::uint64_t without_rank(std::uint64_t load) {
  return is_number(load) ? load & ((std::uint64_t{1} << kRankShift) - 1) : load;
}

}  // namespace

ClusterRaces::ClusterRaces(std::uint32_t blocks, std::uint32_t block_threads,
                           std::uint32_t shared_bytes)
    : detector(blocks * block_threads, blocks * ((shared_bytes + 15) / 16 * 16),
               RaceDetector::Screening::off),
      threads(block_threads),
      bytes((shared_bytes + 15) / 16 * 16),
      end(blocks * bytes) {}

BlockRaces::BlockRaces(std::uint32_t threads, std::uint32_t shared_bytes)
    : own_(threads, shared_bytes), threads_(threads) {}

void BlockRaces::join(ClusterRaces* cluster, std::uint32_t rank) {
  cluster_ = cluster;
  rank_ = rank;
  first_warp_ = rank * threads_ / kWarpSize;
  extra_ = 0;
  cluster_races_.clear();
  if (cluster == nullptr) {
    room_ = 0;
  } else {
    make_room(room_);
  }
}

void BlockRaces::make_room(std::uint32_t bytes) {
  room_ = bytes;
  if (cluster_ == nullptr) return own_.make_room(bytes);
  if (bytes <= cluster_->bytes) return;
  extra_ = cluster_->end;
  cluster_->end += bytes - cluster_->bytes;
  cluster_->detector.make_room(cluster_->end);
}

std::vector<ClusterRace> BlockRaces::take_cluster_races() {
  return std::exchange(cluster_races_, {});
}

void BlockRaces::access_in_cluster(const RaceAccess& access, std::uint32_t rank,
                                   std::vector<Race>* own) {
  RaceAccess all = access;
  all.warp += first_warp_;
  const bool is_extra = access.lanes.base >= cluster_->bytes;
  all.lanes.base = is_extra ? access.lanes.base - cluster_->bytes + extra_
                            : access.lanes.base + std::uint64_t{rank} * cluster_->bytes;
  if (is_number(access.first_load)) all.first_load |= std::uint64_t{rank_} << kRankShift;
  races_.clear();
  cluster_->detector.access(all, races_);
  for (const Race& race : races_) add(race, own);
}

void BlockRaces::add(Race race, std::vector<Race>* own) {
  const std::uint32_t earlier = race.earlier.thread / threads_;
  const std::uint32_t memory = race.offset / cluster_->bytes;
  race.earlier = in_block(race.earlier, earlier);
  race.later = in_block(race.later, rank_);
  const bool is_extra = race.offset >= extra_ && extra_ != 0;
  race.offset = is_extra ? race.offset - extra_ + cluster_->bytes : race.offset % cluster_->bytes;
  if (own != nullptr && earlier == rank_) return own->push_back(race);
  cluster_races_.push_back({race, earlier, memory});
}

ThreadAccess BlockRaces::in_block(ThreadAccess access, std::uint32_t rank) const {
  access.thread -= rank * threads_;
  access.load = without_rank(access.load);
  return access;
}

void BlockRaces::settle_loads(const std::function<LoadFate(std::uint64_t load)>& fate) {
  if (cluster_ == nullptr) return own_.settle_loads(fate);
  cluster_->detector.settle_loads([&](std::uint64_t load) {
    if (!is_number(load) || rank_of(load) != rank_) return LoadFate::open;
    return fate(without_rank(load));
  });
}

void BlockRaces::block_barrier() {
  if (cluster_ == nullptr) return own_.block_barrier();
  std::vector<std::uint32_t> all(threads_);
  std::iota(all.begin(), all.end(), rank_ * threads_);
  cluster_->detector.partial_barrier(all, all);
}

std::vector<std::uint32_t> BlockRaces::in_cluster(std::span<const std::uint32_t> threads) const {
  std::vector<std::uint32_t> all(threads.begin(), threads.end());
  for (std::uint32_t& thread : all) thread += first_warp_ * kWarpSize;
  return all;
}

void BlockRaces::partial_barrier(std::span<const std::uint32_t> arriving,
                                 std::span<const std::uint32_t> waiting) {
  if (cluster_ == nullptr) return own_.partial_barrier(arriving, waiting);
  cluster_->detector.partial_barrier(in_cluster(arriving), in_cluster(waiting));
}

void BlockRaces::arrive_at(std::uint32_t rank, std::uint64_t barrier,
                           std::span<const std::uint32_t> threads) {
  if (cluster_ == nullptr) return own_.arrive(barrier, threads);
  cluster_->detector.arrive(name(rank, barrier), in_cluster(threads));
}

void BlockRaces::wait_at(std::uint32_t rank, std::uint64_t barrier,
                         std::span<const std::uint32_t> threads) {
  if (cluster_ == nullptr) return own_.wait(barrier, threads);
  cluster_->detector.wait(name(rank, barrier), in_cluster(threads));
}

void BlockRaces::strong_access_at(std::uint32_t rank, const StrongAccess& access) {
  StrongAccess all = access;
  all.warp += first_warp_;
  // Each block's shared memory is a memory of its own.
  if (cluster_ != nullptr && (access.place >> 63) != 0) all.place |= std::uint64_t{rank} << 40;
  detector().strong_access(all);
}

}  // namespace warplens::machine
