// cp.async: copies that land between their start and what waits for them (copy_landing.h), which is
// cp.async.wait_group or an mbarrier that was told of them.
//
// Until then they are in flight (accesses_in_flight.h). A warp's copies that are stand with the
// warp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

struct BlockMemory;

class AsyncCopies {
 public:
  AsyncCopies(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Starts a new block: no mbarrier was told of any copy.
  void start() { arrivals_.clear(); }
  void execute(const Issue& issue);
  void commit(const Issue& issue);
  void wait(const Issue& issue);
  // All copies of `lanes`, committed or not.
  void complete_all(Warp& warp, std::uint32_t lanes);
  // A step of the block is over: copies whose delay is land.
  void step(std::span<Warp> warps);

  // The mbarrier at this offset is told when the lane's copies so far are complete.
  void tell(Warp& warp, std::uint32_t lane, std::uint64_t barrier);
  // How often the mbarrier was told without an arrival so far.
  [[nodiscard]] std::uint32_t told(std::uint64_t barrier) const;
  // The agents that arrive at the mbarrier, one for each time that it was told: those whose copies
  // are complete and, `all`, those whose copies are complete now.
  [[nodiscard]] std::vector<std::uint32_t> arrive(std::uint64_t barrier, bool all);

 private:
  static constexpr std::uint32_t kLargest = 16;  // bytes a lane (PTX ISA, "cp.async")

  // What a lane told an mbarrier of: its copies with a smaller number.
  struct Arrival {
    Warp* warp = nullptr;
    std::uint32_t lane = 0;
    std::uint32_t copies = 0;
    [[nodiscard]] bool is_of(const PendingCopy& copy) const {
      return copy.lane == lane && copy.number < copies;
    }
  };

  // The copies for which is_done(copy) holds are complete, for their own threads or `by_agents`.
  template <class IsDone>
  void complete(Warp& warp, bool by_agents, IsDone is_done);
  [[nodiscard]] bool is_told(const Warp& warp, const PendingCopy& copy) const;
  // What copies wrote is what the threads, or their agents, wrote.
  void remember(const Warp& warp, std::span<const PendingCopy> copies, bool by_agents);
  void begin(const Issue& issue, std::span<PendingCopy> copies);
  void put_in_flight(const Issue& issue, std::span<PendingCopy> copies);
  void land(PendingCopy& copy);
  // The copies of which the mbarrier was told are complete.
  void complete_told(std::span<const Arrival> arrivals);
  // Finds one lane's source; false when it is out of bounds.
  bool find_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                   PendingCopy& copy);
  [[nodiscard]] static std::uint64_t source_bytes(const Issue& issue, const AsyncCopy& detail,
                                                  std::uint32_t lane);
  static void read_source(PendingCopy& copy);
  // Calls act(access, site) for each execution of an instruction: its copies are one access of
  // several lanes.
  template <class Act>
  void each_access(const Warp& warp, std::span<const PendingCopy> copies, Act act);

  BlockContext* block_;
  BlockMemory* memory_;
  trace::EventView event_;                                  // the copy at hand
  std::array<std::byte, kWarpSize * kLargest> values_{};    // what it writes
  std::map<std::uint64_t, std::vector<Arrival>> arrivals_;  // by mbarrier
};

}  // namespace warplens::machine
