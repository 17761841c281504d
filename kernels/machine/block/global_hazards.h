// Records accesses to exposed buffers for the comparison with other blocks: in a launch whose
// blocks take turns they are compared at once (global_races.h), in others the block keeps what it
// has touched (launch_screen.h).
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/launch/block_touches.h"

namespace warplens::machine {

struct LaneAccess;
struct MemoryRange;

class GlobalHazards {
 public:
  explicit GlobalHazards(BlockContext& block) : block_(&block) {}

  void start() { touched_.clear(); }
  [[nodiscard]] const BlockTouches& touched() const { return touched_; }

  // All are given lanes that hit an exposed buffer, before anything is stored.
  void note_access(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                   std::uint32_t mask, const MemoryRange& buffer);
  // The same for lanes of a known shape; false where the comparison wants to know more.
  [[nodiscard]] bool note_lanes(const MemoryAccess& access, bool is_store,
                                const PlacedLanes& lanes);
  void note_update(const Issue& issue, const AtomicAccess& atomic, const LaneAccess& lanes,
                   std::uint32_t mask);
  // Notes what one lane's copy reads.
  void note_copy(const Issue& issue, std::uint32_t lane, std::uint64_t address,
                 std::uint32_t bytes);

  // Passes on what an access to global or shared memory orders (acquire, release).
  void order(const Issue& issue, std::uint32_t lanes, const LaneAddresses& addresses,
             std::uint32_t width, trace::Space space);
  void fence(const Issue& issue);

 private:
  void note(const GlobalAccess& access, const GlobalRaces::KeepsValue& keeps_value);

  BlockContext* block_;
  BlockTouches touched_;
};

}  // namespace warplens::machine
