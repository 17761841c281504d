// atom and red: lanes one after the other, lowest first.
#pragma once

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/lane_addresses.h"

namespace warplens::machine {

struct BlockMemory;
struct LaneAccess;
struct MemoryRange;

class Atomics {
 public:
  Atomics(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  void execute(const Issue& issue);

 private:
  void use_values(const Issue& issue, const AtomicAccess& atomic);
  void update_space(const Issue& issue, const AtomicAccess& atomic, const SpaceLanes& lanes);
  void update_shared(const Issue& issue, const AtomicAccess& atomic, const LaneAccess& lanes);
  void update_each_wide(const Issue& issue, const AtomicAccess& atomic, const MemoryRange& range,
                        std::uint32_t mask);
  void update(const Issue& issue, const AtomicAccess& atomic, const MemoryRange& range,
              std::uint32_t mask);

  BlockContext* block_;
  BlockMemory* memory_;
  trace::EventView event_;  // the access at hand
};

}  // namespace warplens::machine
