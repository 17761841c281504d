// atom and red: lanes one after the other, lowest first.
#include "kernels/machine/block/block.h"
#include "kernels/machine/block/block_buffers.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/races/shared_order.h"

namespace warplens::machine {

using trace::Space;

void Block::atomic(const Issue& issue) {
  const AtomicAccess& atomic = image_->atomics[issue.code.detail];
  const MemoryAccess& access = image_->accesses[atomic.access];
  lane_addresses(issue, access.address, event_.address);
  if (tracker_) {
    use_lanes(issue.frame, access.address.slot, issue.mask);
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      use_lanes(issue.frame, atomic.b[i], issue.mask);
      if (atomic.has_result) clear_lanes(issue.frame, atomic.destinations[i], issue.mask);
    }
    if (atomic.c != kNoSlot) use_lanes(issue.frame, atomic.c, issue.mask);
  }
  for (const SpaceLanes& part : resolve(access.space, issue.mask)) {
    if (part.mask != 0) atomic_space(issue, atomic, part.space, part.mask);
  }
}

void Block::atomic_space(const Issue& issue, const AtomicAccess& atomic, Space space,
                         std::uint32_t mask) {
  const MemoryAccess& access = image_->accesses[atomic.access];
  const std::uint32_t site = access.sites[static_cast<std::size_t>(space)];
  std::uint32_t good = 0;
  const auto update = [&](const Target& target, std::uint32_t lanes) {
    update_lanes(issue, atomic, target, lanes);
    good |= lanes;
  };
  if (space == Space::global) {
    each_buffer(issue, mask, access.width, true, space, site, update);
    record(issue, site, good);
    return;
  }
  if (space == Space::shared) {
    const Target target{shared_.data(), 0, shared_.size()};
    update(target, lanes_inside(issue, space, target, mask, access.width, true, site));
    record(issue, site, good);
    note_shared_atomic(issue, access.width, good, site);
    order_through(shared_.races(), issue.code.operands[kOptionPlace], issue.warp.index, good,
                  event_.address);
    return;
  }
  // PTX knows atomics on global and shared memory only.
  report(Kind::out_of_bounds, {issue.instruction, issue.warp.index, first_lane(mask), site},
         finding_text::bad_atomic_space());
}

void Block::update_lanes(const Issue& issue, const AtomicAccess& atomic, const Target& target,
                         std::uint32_t mask) {
  const MemoryAccess& access = image_->accesses[atomic.access];
  std::byte* const slots = issue.frame.slots;
  const std::uint32_t bytes = access.element_bytes;
  each_lane(mask, [&](std::uint32_t lane) {
    std::byte* const place = target.origin + (event_.address[lane] - target.base);
    const std::uint64_t c = atomic.c == kNoSlot ? 0 : read_slot(slots + atomic.c, bytes, lane);
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      const std::uint64_t b = read_slot(slots + atomic.b[i], bytes, lane);
      const std::uint64_t old =
          update_atomically(atomic.operation, place + std::size_t{i} * bytes, b, c);
      if (atomic.has_result) write_slot(slots + atomic.destinations[i], bytes, lane, old);
    }
  });
}

}  // namespace warplens::machine
