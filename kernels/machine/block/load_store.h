// ld and st: to each lane's memory by the space of its address; fences, which order them.
#pragma once

#include "kernels/machine/block/distributed_shared.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/parameter_space.h"
#include "kernels/machine/block/shaped_access.h"
#include "kernels/machine/block/stray_accesses.h"

namespace warplens::machine {

struct ArrayLanes;
struct BlockMemory;
struct LaneAccess;

class LoadStore {
 public:
  LoadStore(BlockContext& block, BlockMemory& memory, DistributedShared& distributed)
      : block_(&block),
        memory_(&memory),
        distributed_(&distributed),
        parameters_(block),
        shaped_(block, memory) {}

  void load(const Issue& issue) { access(issue, false); }
  void store(const Issue& issue) { access(issue, true); }
  // One of several accesses that an instruction makes, at these addresses.
  void access_at(const Issue& issue, const MemoryAccess& access, bool is_store,
                 const LaneAddresses& addresses);
  void fence(const Issue& issue);
  // fence.proxy.async
  void fence_proxies(const Issue& issue);
  // ld.param and st.param.
  void access_parameters(const Issue& issue, bool is_store);

 private:
  void access(const Issue& issue, bool is_store);
  void access_addressed(const Issue& issue, const MemoryAccess& access, bool is_store);
  void access_space(const Issue& issue, const MemoryAccess& access, bool is_store,
                    const SpaceLanes& lanes);
  void access_buffers(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes);
  void access_shared(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes);
  void access_local(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes);
  // Lanes inside of their local memory, and those that leave the variable that they are meant for.
  [[nodiscard]] ArrayLanes local_lanes(const Issue& issue, const MemoryAccess& access,
                                       const LaneAccess& lanes);
  void note_shared(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                   const ArrayLanes& hit);

  BlockContext* block_;
  BlockMemory* memory_;
  DistributedShared* distributed_;
  ParameterSpace parameters_;
  ShapedAccess shaped_;
  trace::EventView event_;  // the access at hand
};

}  // namespace warplens::machine
