#include "kernels/machine/block/tensor_map_edits.h"

#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/bulk_writes.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::Space;

namespace {

constexpr std::uint32_t kMapPart = TensorMap::kChunkBytes;  // noted at once

}  // namespace

void TensorMapEdits::execute(const Issue& issue) {
  const TensorMapEdit& edit = block_->image->tensor_map_edits[issue.code.detail];
  LaneAddresses addresses;
  compute_addresses(issue, edit.map, addresses);
  if (block_->values.is_on()) use_values(issue, edit);
  // The warp copies a map together.
  const std::uint32_t mask = edit.is_copy ? 1u << first_lane(issue.mask) : issue.mask;
  for (const SpaceLanes& lanes : split_by_space(edit.space, mask, addresses)) {
    each_lane(lanes.mask, [&](std::uint32_t lane) {
      if (lanes.space == Space::shared) {
        return edit_shared(issue, edit, lane, addresses[lane] - block_->shared_start);
      }
      edit_global(issue, edit, lane, addresses[lane]);
    });
  }
}

void TensorMapEdits::use_values(const Issue& issue, const TensorMapEdit& edit) {
  for (const std::uint32_t slot : {edit.map.slot, edit.source.slot, edit.value}) {
    if (slot != kNoSlot) block_->values.use(issue.frame, slot, issue.mask);
  }
}

void TensorMapEdits::edit_shared(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane,
                                 std::uint64_t offset) {
  LaneAddresses places{};
  places[lane] = offset;
  const std::uint32_t mask = 1u << lane;
  const MemoryRange range = memory_->shared_range();
  if (memory_->bounds.lanes_inside(issue, range,
                                   {places, mask, static_cast<std::uint32_t>(TensorMap::kBytes),
                                    true, Space::shared, trace::kNone}) == 0) {
    return;
  }
  write(issue, edit, lane, MapBytes(range.origin + offset, TensorMap::kBytes));
  for (std::uint64_t at = 0; at < TensorMap::kBytes; at += kMapPart) {
    places[lane] = offset + at;
    const OwnLanes own(mask, places);
    memory_->hazards.note_write(
        SharedHazards::access_of(issue, mask, own.placed(), kMapPart, RaceAccessKind::write),
        trace::kNone);
  }
}

void TensorMapEdits::edit_global(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane,
                                 std::uint64_t address) {
  const MemoryRange buffer = memory_->bounds.buffer_at(address, TensorMap::kBytes);
  if (buffer.origin == nullptr || address % TensorMap::kAlignment != 0) {
    LaneAddresses places{};
    places[lane] = address;
    const std::uint32_t width = buffer.origin == nullptr
                                    ? static_cast<std::uint32_t>(TensorMap::kBytes)
                                    : TensorMap::kAlignment;
    return memory_->bounds.report_bad(
        issue, {places, 1u << lane, width, true, Space::global, trace::kNone}, lane);
  }
  for (std::uint64_t at = 0; at < TensorMap::kBytes; at += kMapPart) {
    note_bulk_write(*block_, *memory_, issue, buffer, {lane, address + at, kMapPart});
  }
  write(issue, edit, lane, MapBytes(buffer.origin + (address - buffer.base), TensorMap::kBytes));
}

void TensorMapEdits::write(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane,
                           MapBytes map) {
  if (edit.is_copy) {
    const std::byte* const source = source_of(issue, edit, lane);
    if (source != nullptr) std::memcpy(map.data(), source, map.size());
    return;
  }
  const std::uint64_t value = read_slot(issue.frame.slots + edit.value, edit.value_bytes, lane);
  if (replace_field(map, edit.field, edit.dimension, value)) return;
  block_->end_launch(trace::FindingKind::opaque_instruction,
                     {issue.instruction, issue.warp.index, lane},
                     finding_text::no_such_field(edit.dimension, value));
}

const std::byte* TensorMapEdits::source_of(const Issue& issue, const TensorMapEdit& edit,
                                           std::uint32_t lane) {
  LaneAddresses places;
  compute_addresses(issue, edit.source, places);
  take_own_offsets(block_->shared_start, places);
  const MemoryRange range = memory_->shared_range();
  const LaneAccess access{places, 1u << lane,    static_cast<std::uint32_t>(TensorMap::kBytes),
                          false,  Space::shared, trace::kNone};
  if (memory_->bounds.lanes_inside(issue, range, access) == 0) return nullptr;
  const std::uint64_t offset = places[lane];
  const ValueTracker::Loads loads = block_->values.begin_load(issue);
  for (std::uint64_t at = 0; at < TensorMap::kBytes; at += kMapPart) {
    places[lane] = offset + at;
    const OwnLanes own(1u << lane, places);
    memory_->hazards.note_load(
        issue,
        SharedHazards::access_of(issue, 1u << lane, own.placed(), kMapPart, RaceAccessKind::read),
        trace::kNone, loads, {});
  }
  block_->values.use_loads(loads);
  return range.origin + offset;
}

}  // namespace warplens::machine
