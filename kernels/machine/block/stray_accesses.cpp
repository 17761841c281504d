#include "kernels/machine/block/stray_accesses.h"

#include <algorithm>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/variable_places.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using trace::Space;

SharedPlace place_in(const BlockContext& block, const CallFrame& frame, Space space,
                     std::uint64_t offset) {
  return space == Space::local ? local_place(block, frame, offset) : shared_place(block, offset);
}

// The array of a reach, at the offset that it has in its memory at this call.
MemoryRange range_of(const BlockContext& block, const CallFrame& frame, const ArrayReach& reach) {
  const bool is_local = reach.space == Space::local;
  const std::uint64_t begin = reach.begin + (is_local ? std::uint64_t{frame.local_base} : 0);
  const std::uint64_t end = is_local ? begin + (reach.end - reach.begin)
                                     : std::min(reach.end, block.launch->shared_bytes);
  return {nullptr, begin, end - begin};
}

FindingText text_of(const BlockContext& block, const CallFrame& frame, const MemoryRange& array,
                    const LaneAccess& lanes, std::uint64_t address, std::uint32_t width) {
  const std::string name = place_in(block, frame, lanes.space, array.base).array;
  const Extent extent{finding_text::buffer(name), array.base, array.bytes};
  return finding_text::outside_array({lanes.is_store, width, address, extent},
                                     place_in(block, frame, lanes.space, address));
}

}  // namespace

void note_strays(BlockContext& block, const Issue& issue, const MemoryAccess& access,
                 const LaneAccess& lanes, std::uint32_t strays, ValueTracker::Load first) {
  const MemoryRange array = range_of(block, issue.frame, access.reach);
  const std::uint32_t width = access.element_bytes;
  const auto note = [&](std::uint32_t lane, std::uint32_t element) {
    const std::uint64_t address = lanes.addresses[lane] + std::uint64_t{element} * width;
    if (array.holds(address, width)) return;
    const FindingPlace place{issue.instruction, issue.warp.index, lane, lanes.site};
    const auto text = [&] { return text_of(block, issue.frame, array, lanes, address, width); };
    if (lanes.is_store) return block.report.add_lazily(FindingKind::out_of_bounds, place, text);
    const auto load = ValueTracker::load_of(first, element * kWarpSize + lane);
    if (!block.asks_for_text(FindingKind::out_of_bounds, place, load)) return;
    block.report_if_used(FindingKind::out_of_bounds, place, load, text());
  };
  each_lane(strays, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < access.elements; ++i) note(lane, i);
  });
}

}  // namespace warplens::machine
