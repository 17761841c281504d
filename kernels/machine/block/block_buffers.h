// Which buffers the lanes of an access hit: all the one of the last time, nearly always.
#pragma once

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

template <class Act>
std::uint32_t Block::each_buffer(const Issue& issue, std::uint32_t mask, std::uint32_t width,
                                 bool is_store, trace::Space space, std::uint32_t site, Act act) {
  Target& last = last_target_[issue.instruction];
  if (all_inside(last, mask, width)) {
    act(last, mask);
    return 0;
  }
  std::uint32_t bad = 0;
  for (std::uint32_t left = mask; left != 0;) {
    const std::uint32_t lane = first_lane(left);
    const Target target = buffer_target(event_.address[lane], width);
    if (target.origin == nullptr || event_.address[lane] % width != 0) {
      report_bad_access(issue, space, lane, width, is_store, site);
      bad |= 1u << lane;
      left &= ~(1u << lane);
      continue;
    }
    std::uint32_t same = 0;
    each_lane(left, [&](std::uint32_t other) {
      const std::uint64_t offset = event_.address[other] - target.base;
      if (offset > target.bytes - width || event_.address[other] % width != 0) return;
      same |= 1u << other;
    });
    act(target, same);
    left &= ~same;
    last = target;
  }
  return bad;
}

}  // namespace warplens::machine
