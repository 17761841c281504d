#include "kernels/machine/block/access_bounds.h"

#include "kernels/machine/block/cluster.h"
#include "kernels/machine/launch/unrecorded_reach.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_loops.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using trace::Space;

// An address that misses a start by no more than this is taken to mean what begins there.
constexpr std::uint64_t kJustBefore = 1 << 20;

// 0: it lies in the buffer.
std::uint64_t distance_behind(const trace::Buffer& buffer, std::uint64_t address) {
  const std::uint64_t offset = address - buffer.address;
  return offset < buffer.bytes ? 0 : offset - buffer.bytes;
}

// The buffer that an address most likely means: the one it lies in or behind, or the one whose
// start it just misses.
const trace::Buffer* nearest_buffer(const std::vector<trace::Buffer>& buffers,
                                    std::uint64_t address) {
  const trace::Buffer *behind = nullptr, *before = nullptr;
  for (const trace::Buffer& buffer : buffers) {
    if (buffer.address > address) {
      if (before == nullptr || buffer.address < before->address) before = &buffer;
    } else if (behind == nullptr || buffer.address >= behind->address) {
      behind = &buffer;
    }
  }
  const std::uint64_t over = behind == nullptr ? kWindowBytes : distance_behind(*behind, address);
  const bool misses = before != nullptr && before->address - address <= kJustBefore;
  if (misses && before->address - address < over) return before;
  return over < kWindowBytes ? behind : nullptr;
}

bool is_in_buffers(Space space) { return space == Space::global || space == Space::constant; }

}  // namespace

AccessBounds::AccessBounds(BlockContext& block, const SharedMemory& shared)
    : block_(&block), shared_(&shared) {
  const FunctionImage& last = block.image->functions.back();
  last_buffer_.resize(last.first_instruction + last.code.size());
}

MemoryRange AccessBounds::buffer_at(std::uint64_t address, std::uint32_t width) const {
  Memory& memory = *block_->launch->memory;
  const std::size_t index = memory.find(address, width);
  if (index == memory.buffers().size()) return {};
  const std::span<std::byte> bytes = memory.bytes(index);
  const LaunchWrites* const writes = block_->launch->writes;
  const ExposedBuffers* const exposed = block_->control->exposed;
  const bool is_exposed = exposed != nullptr && exposed->contains(index);
  MemoryRange buffer{bytes.data(), memory.buffers()[index].address, bytes.size()};
  buffer.is_read_only = memory.is_read_only(index);
  buffer.is_exposed = is_exposed;
  buffer.may_be_stale = is_exposed && exposed->may_be_stale(index);
  buffer.is_unexpected = block_->control->unexpected != nullptr && !is_exposed;
  // No pointer that a kernel is given lets it write what is not exposed; where nobody asked what
  // is, any may.
  buffer.is_concurrent = block_->launch->concurrent && (is_exposed || exposed == nullptr);
  buffer.heap = memory.heap_in(index);
  buffer.watched = writes == nullptr ? nullptr : writes->find(index);
  return buffer;
}

bool AccessBounds::are_inside(const MemoryRange& range, const LaneAccess& access) {
  return are_aligned_inside(access.addresses, access.mask, range.base, range.bytes, access.width);
}

std::uint32_t AccessBounds::lanes_inside(const Issue& issue, const MemoryRange& range,
                                         const LaneAccess& access) {
  if (are_inside(range, access)) return access.mask;
  std::uint32_t good = 0;
  each_lane(access.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = access.addresses[lane] - range.base;
    const bool is_inside = range.bytes >= access.width && offset <= range.bytes - access.width;
    if (is_inside && access.addresses[lane] % access.width == 0) {
      good |= 1u << lane;
    } else {
      report_bad(issue, access, lane);
    }
  });
  return good;
}

ArrayLanes AccessBounds::lanes_inside(const Issue& issue, const MemoryRange& memory,
                                      const MemoryRange& array, const LaneAccess& access) {
  if (are_inside(array, access)) return {access.mask, 0};
  ArrayLanes lanes{lanes_inside(issue, memory, access), 0};
  each_lane(lanes.good, [&](std::uint32_t lane) {
    if (!array.holds(access.addresses[lane], access.width)) lanes.strays |= 1u << lane;
  });
  return lanes;
}

void AccessBounds::report_bad(const Issue& issue, const LaneAccess& access, std::uint32_t lane) {
  const std::uint64_t address = access.addresses[lane];
  const bool is_outside = !lies_inside(issue, access, lane);
  if (is_in_buffers(access.space)) {
    if (is_outside && lies_in_gap(address, access.width)) return;
    note_unrecorded(address, access.width);
    if (is_outside && lies_beyond_short_buffer(address)) return;
  } else if (UnrecordedReach* const reach = block_->launch->options->unrecorded; reach != nullptr) {
    reach->note_left_block();
  }
  block_->report.add_lazily(is_outside ? FindingKind::out_of_bounds : FindingKind::misaligned,
                            {issue.instruction, issue.warp.index, lane, access.site}, [&] {
                              if (const auto other = other_block(access.space, address)) {
                                return finding_text::of_another_block(access.is_store, *other);
                              }
                              const BadAccess bad{access.is_store, access.width, address,
                                                  extent_near(issue, access.space, address, lane)};
                              return is_outside ? finding_text::out_of_bounds(bad)
                                                : finding_text::misaligned(bad);
                            });
}

void AccessBounds::note_unrecorded(std::uint64_t address, std::uint64_t bytes) const {
  UnrecordedReach* const reach = block_->launch->options->unrecorded;
  if (reach == nullptr) return;
  const trace::Buffer* buffer = nearest_buffer(block_->launch->memory->buffers(), address);
  if (buffer != nullptr && address >= buffer->address)
    reach->note(buffer->name, address - buffer->address + bytes);
}

bool AccessBounds::lies_in_gap(std::uint64_t address, std::uint64_t bytes) const {
  UnrecordedReach* const reach = block_->launch->options->unrecorded;
  return reach != nullptr && reach->note_gap(address, bytes);
}

bool AccessBounds::lies_beyond_short_buffer(std::uint64_t address) const {
  const UnrecordedReach* const reach = block_->launch->options->unrecorded;
  if (reach == nullptr) return false;
  const trace::Buffer* buffer = nearest_buffer(block_->launch->memory->buffers(), address);
  return buffer != nullptr && address >= buffer->address && reach->may_be_short(buffer->name);
}

std::uint32_t AccessBounds::lanes_in_heap(const Issue& issue, const LaneAccess& access,
                                          const MemoryRange& buffer, std::uint32_t lanes) {
  std::uint32_t good = 0;
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t offset = access.addresses[lane] - buffer.base;
    const HeapPlace place = buffer.heap->find(offset, access.width);
    if (place.state == HeapPlace::State::allocated) {
      good |= 1u << lane;
      return;
    }
    block_->report.add_lazily(
        FindingKind::out_of_bounds, {issue.instruction, issue.warp.index, lane, access.site},
        [&] { return finding_text::outside_heap_block(access.is_store, access.width, place); });
  });
  return good;
}

void AccessBounds::report_read_only(const Issue& issue, const LaneAccess& access,
                                    std::uint32_t lanes) {
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t address = access.addresses[lane];
    block_->report.add_lazily(FindingKind::read_only_write,
                              {issue.instruction, issue.warp.index, lane, access.site}, [&] {
                                const BadAccess bad{
                                    true, access.width, address,
                                    extent_near(issue, access.space, address, lane)};
                                return finding_text::read_only_write(bad);
                              });
  });
}

bool AccessBounds::lies_inside(const Issue& issue, const LaneAccess& access,
                               std::uint32_t lane) const {
  std::uint64_t address = access.addresses[lane];
  if (is_in_buffers(access.space)) return buffer_at(address, access.width).origin != nullptr;
  if (access.space == Space::distributed) address = cluster_address(address).offset;
  const std::uint64_t end =
      access.space == Space::local ? issue.frame.local_end(lane) : shared_->size();
  return end >= access.width && address <= end - access.width;
}

std::optional<std::uint32_t> AccessBounds::other_block(Space space, std::uint64_t offset) const {
  if (space != Space::shared || block_->cluster == nullptr) return std::nullopt;
  const std::uint64_t rank = cluster_address(offset + block_->shared_start).rank;
  const bool is_other = rank != block_->rank && rank < block_->cluster->size();
  return is_other ? std::optional(static_cast<std::uint32_t>(rank)) : std::nullopt;
}

std::optional<Extent> AccessBounds::extent_near(const Issue& issue, Space space,
                                                std::uint64_t address, std::uint32_t lane) const {
  if (is_in_buffers(space)) {
    const trace::Buffer* buffer = nearest_buffer(block_->launch->memory->buffers(), address);
    if (buffer == nullptr) return std::nullopt;
    return Extent{finding_text::buffer(buffer->name), buffer->address, buffer->bytes};
  }
  if (space == Space::distributed) {
    const std::uint64_t start = cluster_address(address).rank * kClusterPartBytes;
    return Extent{finding_text::distributed_memory(), start, shared_->size()};
  }
  const std::uint64_t before = -address & 0xffffffffu;  // 32-bit addresses wrap
  const std::uint64_t start = before < kJustBefore ? address + before : 0;
  if (space == Space::shared) return Extent{finding_text::shared_memory(), start, shared_->size()};
  return Extent{finding_text::local_memory(), start, issue.frame.local_end(lane)};
}

}  // namespace warplens::machine
