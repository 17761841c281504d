#include "kernels/machine/block/async_copies.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::Space;

void AsyncCopies::start(const Issue& issue) {
  const AsyncCopy& detail = block_->image->copies[issue.code.detail];
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, detail.destination.slot, issue.mask);
    block_->values.use(issue.frame, detail.source.slot, issue.mask);
  }
  ++block_->buffer_reads;
  compute_addresses(issue, detail.destination, event_.address2);
  const std::uint32_t inside = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {event_.address2, issue.mask, detail.width, true, Space::shared, detail.site});
  compute_addresses(issue, detail.source, event_.address);
  const std::size_t first = issue.warp.copies.size();
  std::uint32_t good = 0;
  each_lane(inside, [&](std::uint32_t lane) {
    PendingCopy copy;
    copy.lane = lane;
    copy.group = issue.warp.committed_groups[lane];
    copy.instruction = issue.instruction;
    copy.site = detail.site;
    copy.offset = static_cast<std::uint32_t>(event_.address2[lane]);
    copy.width = detail.width;
    if (!read_source(issue, detail, lane, copy)) return;
    issue.warp.copies.push_back(copy);
    good |= 1u << lane;
  });
  block_->events.record(issue, detail.site, good, event_);
  note(issue.warp, std::span(issue.warp.copies).subspan(first));
}

std::uint64_t AsyncCopies::source_bytes(const Issue& issue, const AsyncCopy& detail,
                                        std::uint32_t lane) {
  if (detail.ignore_source != kNoSlot) {
    const auto ignored =
        *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + detail.ignore_source);
    if (((ignored ^ detail.ignore_flip) >> lane & 1) != 0) return 0;
  }
  const std::uint64_t width = detail.width;
  if (detail.source_bytes == kNoSlot) return width;
  return std::min(width, read_slot(issue.frame.slots + detail.source_bytes, 4, lane));
}

bool AsyncCopies::read_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                              PendingCopy& copy) {
  const auto bytes = static_cast<std::uint32_t>(source_bytes(issue, detail, lane));
  if (bytes == 0) {
    event_.address[lane] = 0;
    return true;
  }
  const std::uint64_t address = event_.address[lane];
  const MemoryRange buffer = memory_->bounds.buffer_at(address, bytes);
  if (buffer.origin == nullptr || address % detail.width != 0) {
    memory_->bounds.report_bad(
        issue, {event_.address, issue.mask, bytes, false, Space::global, detail.site}, lane);
    return false;
  }
  if (buffer.is_exposed) memory_->global.note_copy(issue, lane, address, bytes);
  if (buffer.watched != nullptr) {
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane, detail.site},
                               *buffer.watched, address, bytes);
  }
  const std::byte* from = buffer.origin + (address - buffer.base);
  const std::uint32_t step = bytes % 4 == 0 ? 4 : 1;
  for (std::uint32_t i = 0; i < bytes; i += step) {
    const std::uint64_t value = read_concurrent(from + i, step);
    std::memcpy(copy.bytes + i, &value, step);
  }
  return true;
}

void AsyncCopies::commit(const Issue& issue) {
  each_lane(issue.mask, [&](std::uint32_t lane) { ++issue.warp.committed_groups[lane]; });
}

void AsyncCopies::complete(Warp& warp, std::uint32_t lanes, std::uint32_t groups_left) {
  if (warp.copies.empty()) return;
  std::vector<PendingCopy> done;
  std::erase_if(warp.copies, [&](const PendingCopy& copy) {
    const bool is_asked = (lanes >> copy.lane & 1) != 0;
    // groups_left == kNoIndex: wait_all and exits, which wait for what was never committed too.
    const bool is_due =
        groups_left == kNoIndex || (copy.group < warp.committed_groups[copy.lane] &&
                                    copy.group + groups_left < warp.committed_groups[copy.lane]);
    if (!is_asked || !is_due) return false;
    done.push_back(copy);
    return true;
  });
  SharedMemory& shared = memory_->shared;
  for (const PendingCopy& copy : done) {
    std::memcpy(shared.data() + copy.offset, copy.bytes, copy.width);
    if (memory_->hazards.is_on()) shared.mark_written(copy.offset, copy.width);
  }
  note(warp, done);
}

void AsyncCopies::note(const Warp& warp, std::span<const PendingCopy> copies) {
  if (!memory_->hazards.is_on()) return;
  for (std::size_t i = 0; i < copies.size();) {
    // Copies of one execution of an instruction are one access of several lanes.
    LaneAddresses offsets{};
    RaceAccess access;
    const PendingCopy& first = copies[i];
    for (; i < copies.size() && copies[i].instruction == first.instruction &&
           copies[i].group == first.group && (access.mask >> copies[i].lane) == 0;
         ++i) {
      const PendingCopy& copy = copies[i];
      access.mask |= 1u << copy.lane;
      offsets[copy.lane] = copy.offset;
      std::memcpy(values_.data() + std::size_t{copy.lane} * copy.width, copy.bytes, copy.width);
    }
    access.warp = warp.index;
    const OwnLanes lanes(access.mask, offsets);
    access.lanes = lanes.placed();
    access.width = first.width;
    access.kind = RaceAccessKind::write;
    access.instruction = first.instruction;
    access.values = values_.data();
    memory_->hazards.note(access, first.site);
  }
}

}  // namespace warplens::machine
