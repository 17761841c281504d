// Accesses to the shared memory of the blocks of a cluster: ld, st, atom and red of addresses that
// mean another block's (mapa), st.async and red.async.
//
// They are recorded in a space of their own, and cost nothing yet: a note at each instruction says
// so. st.async and red.async land at once; they are done by the thread's agent (agents.h), so that
// only their mbarrier orders them.
#pragma once

#include <cstdint>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/cluster.h"
#include "kernels/machine/block/stored_values.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

struct BlockMemory;

class DistributedShared {
 public:
  DistributedShared(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Of the lanes at offsets in the shared window those that mean another block's memory; the
  // others' are offsets in the block's own from now on.
  [[nodiscard]] std::uint32_t take_others(std::uint32_t mask, LaneAddresses& offsets) const;
  // The rank that an offset in the shared window means, be there such a block or not.
  [[nodiscard]] static std::uint32_t rank_of(std::uint64_t offset) {
    return static_cast<std::uint32_t>(cluster_address(offset).rank);
  }

  // ld and st.
  void access(const Issue& issue, const MemoryAccess& access, bool is_store,
              trace::EventView& event, std::uint32_t mask);
  // The block of that rank; nullptr: it is not there or has exited, which is reported.
  [[nodiscard]] ClusterMember* find(const Issue& issue, const LaneAccess& access,
                                    std::uint32_t lane, std::uint32_t rank);
  // Where lanes of an access lie inside of a block's memory: act(member, rank, range, lanes). The
  // others are reported, as are all whose block is not there.
  template <class Act>
  std::uint32_t each_block(const Issue& issue, const LaneAccess& access, Act act);
  // What an access of lanes to a block's memory leaves behind. `by_agents`: of their threads.
  void note(const Issue& issue, RaceAccess access, const LaneAddresses& addresses,
            std::uint32_t rank, std::uint32_t site, bool by_agents = false);
  // Passes on what a strong access orders.
  void order(const Issue& issue, std::uint32_t lanes, const LaneAddresses& addresses,
             std::uint32_t width, std::uint32_t rank);
  // An atomic's write.
  void note_update(const Issue& issue, const AtomicAccess& atomic, const LaneAddresses& addresses,
                   std::uint32_t lanes, std::uint32_t rank, bool by_agents = false);
  // The event of an access: a trace's ranks count from 1 (trace::Space::distributed).
  void record(const Issue& issue, std::uint32_t site, std::uint32_t lanes, trace::EventView& event);
  // That what it costs is not known.
  void note_uncounted(const Issue& issue, std::uint32_t site);
  void map_address(const Issue& issue);

 private:
  [[nodiscard]] std::uint32_t lanes_inside(const Issue& issue, const MemoryRange& range,
                                           const LaneAccess& access) const;

  BlockContext* block_;
  BlockMemory* memory_;
  StoredValues values_;
};

// The bytes of the memory of the block of a rank, as addresses in the window.
[[nodiscard]] MemoryRange range_of(const ClusterMember& member, std::uint32_t rank);

template <class Act>
std::uint32_t DistributedShared::each_block(const Issue& issue, const LaneAccess& access, Act act) {
  std::uint32_t done = 0;
  for (std::uint32_t left = access.mask; left != 0;) {
    const std::uint32_t lane = first_lane(left);
    const std::uint32_t rank = rank_of(access.addresses[lane]);
    LaneAccess same = access;
    same.mask = 0;
    each_lane(left, [&](std::uint32_t other) {
      if (rank_of(access.addresses[other]) == rank) same.mask |= 1u << other;
    });
    left &= ~same.mask;
    ClusterMember* const member = find(issue, access, lane, rank);
    if (member == nullptr) continue;
    const MemoryRange range = range_of(*member, rank);
    const std::uint32_t good = lanes_inside(issue, range, same);
    if (good == 0) continue;
    act(*member, rank, range, good);
    done |= good;
  }
  return done;
}

}  // namespace warplens::machine
