// cp.async: read when issued, seen in shared memory when waited for.
//
// The write may land at any time in between, so races are looked for at both ends.
#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::Space;

void Block::start_copy(const Issue& issue) {
  const AsyncCopy& detail = image_->copies[issue.code.detail];
  if (tracker_) {
    use_lanes(issue.frame, detail.destination.slot, issue.mask);
    use_lanes(issue.frame, detail.source.slot, issue.mask);
  }
  lane_addresses(issue, detail.destination, event_.address);
  const Target window{shared_.data(), 0, shared_.size()};
  const std::uint32_t inside =
      lanes_inside(issue, Space::shared, window, issue.mask, detail.width, true, detail.site);
  event_.address2 = event_.address;
  lane_addresses(issue, detail.source, event_.address);
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
  record(issue, detail.site, good);
  note_copies(issue.warp, std::span(issue.warp.copies).subspan(first));
}

bool Block::read_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                        PendingCopy& copy) {
  std::uint64_t bytes = detail.width;
  if (detail.source_bytes != kNoSlot) {
    bytes = std::min(bytes, read_slot(issue.frame.slots + detail.source_bytes, 4, lane));
  }
  if (detail.ignore_source != kNoSlot) {
    const auto ignored =
        *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + detail.ignore_source);
    if (((ignored ^ detail.ignore_flip) >> lane & 1) != 0) bytes = 0;
  }
  if (bytes == 0) {
    event_.address[lane] = 0;
    return true;
  }
  const std::uint64_t address = event_.address[lane];
  const Target target = buffer_target(address, static_cast<std::uint32_t>(bytes));
  if (target.origin == nullptr || address % detail.width != 0) {
    report_bad_access(issue, Space::global, lane, static_cast<std::uint32_t>(bytes), false,
                      detail.site);
    return false;
  }
  const std::byte* from = target.origin + (address - target.base);
  const std::uint32_t step = bytes % 4 == 0 ? 4 : 1;
  for (std::uint32_t i = 0; i < bytes; i += step) {
    const std::uint64_t value = read_concurrent(from + i, step);
    std::memcpy(copy.bytes + i, &value, step);
  }
  return true;
}

void Block::commit_copies(const Issue& issue) {
  each_lane(issue.mask, [&](std::uint32_t lane) { ++issue.warp.committed_groups[lane]; });
}

void Block::complete_copies(Warp& warp, std::uint32_t lanes, std::uint32_t groups_left) {
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
  for (const PendingCopy& copy : done) {
    std::memcpy(shared_.data() + copy.offset, copy.bytes, copy.width);
    if (shared_.races() != nullptr) shared_.mark_written(copy.offset, copy.width);
  }
  note_copies(warp, done);
}

void Block::note_copies(const Warp& warp, std::span<const PendingCopy> copies) {
  if (shared_.races() == nullptr) return;
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
    access.offsets = &offsets;
    access.width = first.width;
    access.kind = RaceAccessKind::write;
    access.instruction = first.instruction;
    access.values = values_.data();
    note_race_access(access, first.site);
  }
}

}  // namespace warplens::machine
