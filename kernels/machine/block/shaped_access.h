// Loads and stores as nearly all are: by lanes of a known shape, all inside of one memory, ordering
// nothing, in a run that follows no values. They are made without a look at single addresses.
#pragma once

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/shape_memo.h"

namespace warplens::machine {

struct BlockMemory;
struct LaneAccess;
struct MemoryRange;
struct WatchedBuffer;

class ShapedAccess {
 public:
  ShapedAccess(BlockContext& block, BlockMemory& memory)
      : block_(&block), memory_(&memory), shapes_(*block.image, block.control->shape_memos++) {}

  // False, with nothing done, for any other access, which is to be made lane by lane. `event` is
  // room for its event.
  [[nodiscard]] bool access(const Issue& issue, const MemoryAccess& access, bool is_store,
                            trace::EventView& event);
  // The same of a load of what the launch passes.
  [[nodiscard]] bool load_parameters(const Issue& issue, const MemoryAccess& access);

 private:
  [[nodiscard]] bool access_shared(const Issue& issue, const MemoryAccess& access, bool is_store,
                                   trace::EventView& event);
  [[nodiscard]] bool access_buffer(const Issue& issue, const MemoryAccess& access, bool is_store,
                                   trace::Space space, trace::EventView& event);
  void note_unset(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                  const WatchedBuffer& buffer);
  [[nodiscard]] bool may_change(const MemoryRange& buffer) const;
  // The lanes, if all lie in the range, whose memory begins at the address `start`.
  [[nodiscard]] PlacedLanes lanes_inside(const Issue& issue, const MemoryAccess& access,
                                         const MemoryRange& range, std::uint64_t start = 0);

  BlockContext* block_;
  BlockMemory* memory_;
  ShapeMemo shapes_;
};

}  // namespace warplens::machine
