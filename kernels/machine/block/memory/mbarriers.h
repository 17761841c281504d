// mbarriers: counted arrivals in shared memory, lane by lane.
#pragma once

#include <cstdint>

#include "kernels/machine/block/memory/async_copies.h"
#include "kernels/machine/block/memory/block_memory.h"

namespace warplens::machine {

class Mbarriers {
 public:
  Mbarriers(BlockContext& block, BlockMemory& memory, AsyncCopies& copies)
      : block_(&block), memory_(&memory), copies_(&copies) {}

  void execute(const Issue& issue);

 private:
  void use_values(const Issue& issue, const MbarrierUse& use);
  void note(const Issue& issue, const MbarrierUse& use, const LaneAddresses& offsets,
            std::uint32_t mask);
  void execute_lane(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                    std::uint64_t offset);
  void test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane, std::uint64_t offset,
            std::uint64_t bits);
  [[nodiscard]] std::uint64_t changed(const Issue& issue, const MbarrierUse& use,
                                      std::uint32_t lane, std::uint64_t offset, std::uint64_t bits);
  // A lane's arrival, noted for what is ordered by it.
  void note_arrival(const Issue& issue, std::uint32_t lane, std::uint64_t offset, bool is_complete);

  BlockContext* block_;
  BlockMemory* memory_;
  AsyncCopies* copies_;
};

}  // namespace warplens::machine
