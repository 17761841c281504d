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
struct MemoryRange;

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
  // What a lane told an mbarrier of: its copies with a smaller number.
  struct Arrival {
    Warp* warp = nullptr;
    std::uint32_t lane = 0;
    std::uint32_t copies = 0;
    [[nodiscard]] bool is_of(const PendingCopies& started) const {
      return (started.lanes >> lane & 1) != 0 && started.number < copies;
    }
  };

  // Adds the lanes of a new execution, by their groups.
  void start(const Issue& issue, const AsyncCopy& detail, std::uint32_t lanes);
  void begin(const Issue& issue, PendingCopies& copies);
  void record(const Issue& issue, PendingCopies& copies);
  void put_in_flight(const Issue& issue, PendingCopies& copies);
  // The lanes whose source is there; the others are reported.
  [[nodiscard]] std::uint32_t find_sources(const Issue& issue, const AsyncCopy& detail,
                                           std::uint32_t lanes);
  // The same for a lane that copies less than the width.
  [[nodiscard]] bool find_part(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane);
  // Lanes that copy as many bytes each from a buffer.
  void take_sources(const Issue& issue, const AsyncCopy& detail, const MemoryRange& buffer,
                    std::uint32_t lanes);
  [[nodiscard]] static std::uint32_t source_bytes(const Issue& issue, const AsyncCopy& detail,
                                                  std::uint32_t lane);
  // What the lanes' sources hold now.
  static void read_sources(PendingCopies& copies, std::uint32_t lanes);
  void land(const Warp& warp, PendingCopies& copies, std::uint32_t lanes);
  // Copies of the warp that started together with some of `done`, lanes by copy.
  void land_together(Warp& warp, std::span<const std::uint32_t> done);

  // The lanes that lanes_of(copies) gives are complete, for their own threads or `by_agents`.
  template <class LanesOf>
  void complete(Warp& warp, bool by_agents, LanesOf lanes_of);
  void finish(Warp& warp, const PendingCopies& copies, std::uint32_t lanes, bool by_agents);
  // Those of which an mbarrier was told.
  [[nodiscard]] std::uint32_t told_lanes(const Warp& warp, const PendingCopies& copies) const;
  // What lanes wrote is what their threads, or their agents, wrote.
  void remember(const Warp& warp, const PendingCopies& copies, std::uint32_t lanes, bool by_agents);
  // The copies of which the mbarrier was told are complete.
  void complete_told(std::span<const Arrival> arrivals);
  // Calls act(access) for what these lanes write.
  template <class Act>
  static void as_access(const Warp& warp, const PendingCopies& copies, std::uint32_t lanes,
                        Act act);

  BlockContext* block_;
  BlockMemory* memory_;
  trace::EventView event_;  // the copy at hand
  std::array<const std::byte*, kWarpSize> sources_{};
  std::array<std::uint8_t, kWarpSize> source_bytes_{};
  std::map<std::uint64_t, std::vector<Arrival>> arrivals_;  // by mbarrier
};

}  // namespace warplens::machine
