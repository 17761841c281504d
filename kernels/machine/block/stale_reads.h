// Loads through the read-only path (__ldg, ld.global.nc) of what the launch has written: the copy
// that they get may be older.
//
// Blocks that take turns know what all have written; any other block knows of itself, since a
// launch whose blocks touch the same bytes is run again in turns.
#pragma once

#include "kernels/base/lane_shape.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/launch/written_words.h"

namespace warplens::machine {

struct LaneAccess;

class StaleReads {
 public:
  explicit StaleReads(BlockContext& block) : block_(&block) {}

  void start() { own_.clear(); }
  // Whether note() can have something to say of these lanes.
  [[nodiscard]] bool concerns(const MemoryAccess& access, bool is_store, const PlacedLanes& lanes);
  // A load, a store or an atomic of lanes that hit a buffer that may be stale.
  void note(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
            std::uint32_t mask);

 private:
  [[nodiscard]] WrittenWords& written() {
    auto& of_launch = block_->control->written;
    return of_launch.has_value() ? *of_launch : own_;
  }
  void report(const Issue& issue, const LaneAccess& load, std::uint32_t lane, std::uint32_t writer);

  BlockContext* block_;
  WrittenWords own_;
};

}  // namespace warplens::machine
