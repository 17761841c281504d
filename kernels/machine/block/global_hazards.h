// Records accesses to exposed buffers for comparisons.
//
//   with other blocks      at once, in a launch whose blocks take turns (global_races.h); in others
//                          the block keeps what it has touched (launch_screen.h)
//   of its own threads     in the first run for the lines that may be raced for (thread_screen.h),
//                          then exactly for those (thread_races.h)
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/stored_values.h"
#include "kernels/machine/block/thread_races.h"
#include "kernels/machine/launch/block_touches.h"

namespace warplens::machine {

struct LaneAccess;
struct MemoryRange;

class GlobalHazards {
 public:
  GlobalHazards(BlockContext& block, SharedMemory& shared)
      : block_(&block), threads_(block, shared) {}

  void start(std::uint64_t block);
  // When the block is over.
  void settle();
  [[nodiscard]] const std::vector<std::uint64_t>& suspects() const { return suspects_; }
  [[nodiscard]] const BlockTouches& touched() const { return touched_; }

  // All are given lanes that hit an exposed buffer, before anything is stored. `first_load`: a
  // load's, if its value is followed (tracked_values.h).
  void note_access(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                   std::uint32_t mask, const MemoryRange& buffer, std::uint64_t first_load);
  // The same for lanes of a known shape; false where the comparison wants to know more.
  [[nodiscard]] bool note_lanes(const Issue& issue, const MemoryAccess& access, bool is_store,
                                const PlacedLanes& lanes, const MemoryRange& buffer);
  void note_update(const Issue& issue, const AtomicAccess& atomic, const LaneAccess& lanes,
                   std::uint32_t mask, const MemoryRange& buffer);
  // Notes what lanes' copies read.
  void note_copies(const Issue& issue, std::uint32_t mask, const LaneAddresses& addresses,
                   std::uint32_t bytes);

  // Notes what a lane's bulk copy writes, or updates.
  void note_bulk_write(const Issue& issue, std::uint32_t mask, const LaneAddresses& addresses,
                       std::uint32_t bytes, const MemoryRange& buffer, bool is_update);

  // Passes on what an access to global or shared memory orders (acquire, release).
  void order(const Issue& issue, std::uint32_t lanes, const LaneAddresses& addresses,
             std::uint32_t width, trace::Space space);
  // The same for one to the shared memory of `block` of the cluster.
  void order_through_block(const Issue& issue, std::uint32_t ordering, std::uint32_t lanes,
                           const LaneAddresses& offsets, std::uint32_t width, std::uint64_t block);
  void fence(const Issue& issue);

 private:
  void note(const GlobalAccess& access, const GlobalRaces::KeepsValue& keeps_value);
  // Other uses are what other blocks see of it; `values` are what it stores, if that is known.
  struct OwnAccess {
    GlobalUse use = GlobalUse::read;
    std::uint64_t buffer = 0;
    std::uint32_t site = trace::kNone;
    const std::byte* values = nullptr;
    std::uint32_t elements = 1;
    std::uint64_t first_load = 0;
  };
  void note_own(const GlobalAccess& access, const OwnAccess& own);
  [[nodiscard]] ThreadScreen& screen();

  BlockContext* block_;
  BlockTouches touched_;
  ThreadScreen screen_;
  std::uint64_t epoch_ = 0;  // of screen_
  std::vector<std::uint64_t> suspects_;
  ThreadRaces threads_;
  StoredValues values_;
};

}  // namespace warplens::machine
