// What loads from a thread's local memory find: variables that it has not written yet, and, where
// an address is meant for one of them, what lies beside it.
#pragma once

#include <cstdint>

#include "kernels/machine/block/memory/access_bounds.h"
#include "kernels/machine/block/state/block_context.h"

namespace warplens::machine {

class LocalHazards {
 public:
  explicit LocalHazards(BlockContext& block) : block_(&block) {}

  [[nodiscard]] bool is_on() const { return block_->launch->options->detect_races; }
  // What of [0, end) of a thread's local memory an access is meant for.
  [[nodiscard]] static MemoryRange array_of(const CallFrame& frame, const ArrayReach& reach,
                                            std::uint64_t end) {
    if (reach.space != trace::Space::local) return {nullptr, 0, end};
    return {nullptr, std::uint64_t{frame.local_base} + reach.begin,
            std::uint64_t{reach.end} - reach.begin};
  }
  void note(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
            const ArrayLanes& hit);

 private:
  void note_unwritten(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                      std::uint32_t good, ValueTracker::Load first);

  BlockContext* block_;
};

}  // namespace warplens::machine
