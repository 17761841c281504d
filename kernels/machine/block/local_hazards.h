// Findings of accesses to a thread's local memory: they read variables that it has not written yet,
// leave the variable that their address is meant for, or take an address of another thread's.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/lane_transfer.h"

namespace warplens::machine {

struct ArrayLanes;
struct LaneAccess;

class LocalHazards {
 public:
  explicit LocalHazards(BlockContext& block) : block_(&block) {}

  [[nodiscard]] bool is_on() const { return block_->launch->options->detect_races; }
  // The part of [0, end) of a thread's local memory that an access is meant for.
  [[nodiscard]] static MemoryRange array_of(const CallFrame& frame, const ArrayReach& reach,
                                            std::uint64_t end) {
    if (reach.space != trace::Space::local) return {nullptr, 0, end};
    return {nullptr, std::uint64_t{frame.local_base} + reach.begin,
            std::uint64_t{reach.end} - reach.begin};
  }
  // Turns generic addresses into offsets in local memory; what was made for another thread is a
  // finding.
  void take_offsets(const Issue& issue, const MemoryAccess& access, bool is_store,
                    std::uint32_t mask, LaneAddresses& addresses);
  void note(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
            const ArrayLanes& hit);

 private:
  void note_unwritten(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                      std::uint32_t good, ValueTracker::Load first);

  BlockContext* block_;
};

}  // namespace warplens::machine
