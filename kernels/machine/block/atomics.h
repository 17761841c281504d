// atom and red: lanes one after the other, lowest first.
#pragma once

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/distributed_shared.h"
#include "kernels/machine/block/lane_addresses.h"

namespace warplens::machine {

struct BlockMemory;
struct LaneAccess;
struct MemoryRange;

class Atomics {
 public:
  Atomics(BlockContext& block, BlockMemory& memory, DistributedShared& distributed)
      : block_(&block), memory_(&memory), distributed_(&distributed) {}

  void execute(const Issue& issue);
  // At these addresses of global memory.
  void update_at(const Issue& issue, const AtomicAccess& atomic, const LaneAddresses& addresses);
  // st.async and red.async.
  void execute_async(const Issue& issue);

 private:
  void use_values(const Issue& issue, const AtomicAccess& atomic);
  void update_space(const Issue& issue, const AtomicAccess& atomic, const SpaceLanes& lanes);
  void update_shared(const Issue& issue, const AtomicAccess& atomic, const LaneAccess& lanes);
  // Other blocks' memory.
  void update_distributed(const Issue& issue, const AtomicAccess& atomic, std::uint32_t mask);
  void use_async_values(const Issue& issue, const AsyncAccess& use);
  void complete_async(const Issue& issue, const AsyncAccess& use, const LaneAddresses& barriers,
                      std::uint32_t lane, std::uint32_t rank);
  void update_each_wide(const Issue& issue, const AtomicAccess& atomic, const MemoryRange& range,
                        std::uint32_t mask);
  void update(const Issue& issue, const AtomicAccess& atomic, const MemoryRange& range,
              std::uint32_t mask, bool is_global = false);

  BlockContext* block_;
  BlockMemory* memory_;
  DistributedShared* distributed_;
  trace::EventView event_;  // the access at hand
};

}  // namespace warplens::machine
