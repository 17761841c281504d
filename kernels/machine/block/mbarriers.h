// mbarriers: counted arrivals in shared memory, lane by lane.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "kernels/machine/block/async_copies.h"
#include "kernels/machine/block/tma.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {

struct BlockMemory;

class Mbarriers {
 public:
  Mbarriers(BlockContext& block, BlockMemory& memory, AsyncCopies& copies, TmaCopies& tma_copies)
      : block_(&block), memory_(&memory), copies_(&copies), tma_copies_(&tma_copies) {}

  // Starts a new block: no mbarrier is initialised.
  void start();
  void execute(const Issue& issue);
  // The one whose phase `fragment` waits for by testing it at `instruction`, if it does.
  [[nodiscard]] std::optional<StuckMbarrier> waited_for(Warp& warp, Fragment& fragment,
                                                        std::uint32_t instruction);

 private:
  void use_values(const Issue& issue, const MbarrierUse& use);
  void note(const Issue& issue, const MbarrierUse& use, const LaneAddresses& offsets,
            std::uint32_t mask);
  void execute_lane(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                    std::uint64_t offset);
  // Reports what is wrong in a lane's use, before it is executed.
  void check_life(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                  std::uint64_t offset, std::uint64_t bits);
  // `bits` are in the object from now on.
  void keep(MbarrierAction action, std::uint64_t offset, std::uint64_t bits);
  void check_arrival(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                     const MbarrierState& state, std::uint32_t count);
  void report(const Issue& issue, std::uint32_t lane, const FindingText& text);
  void test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane, std::uint64_t offset,
            std::uint64_t bits);
  [[nodiscard]] std::uint64_t changed(const Issue& issue, const MbarrierUse& use,
                                      std::uint32_t lane, std::uint64_t offset, std::uint64_t bits);
  // The copies that it counts and that are complete arrive; `all`: they are complete now.
  void land(std::uint64_t offset, bool all);
  // What an agent has asked for is there: so many arrivals and bytes.
  void complete(std::uint64_t offset, std::uint32_t agent, std::uint32_t arrivals,
                std::int32_t bytes);
  // A thread's arrival, noted for what is ordered by it.
  void note_arrival(std::uint32_t thread, std::uint64_t offset, bool is_complete);

  BlockContext* block_;
  BlockMemory* memory_;
  AsyncCopies* copies_;
  TmaCopies* tma_copies_;
  // The initialised mbarriers: offset in the shared window → the value that mbarrier operations
  // left there.
  std::map<std::uint64_t, std::uint64_t> initialised_;
};

}  // namespace warplens::machine
