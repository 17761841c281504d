#include "kernels/machine/block/shaped_access.h"

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {

using trace::Space;

namespace {

void move(const Issue& issue, const MemoryAccess& access, bool is_store, const MemoryRange& range,
          const PlacedLanes& lanes) {
  if (is_store) return store_lanes(issue, access, range, lanes);
  load_lanes(issue, access, range, lanes);
}

}  // namespace

bool ShapedAccess::access(const Issue& issue, const MemoryAccess& access, bool is_store,
                          trace::EventView& event) {
  const bool orders = issue.code.operands[kOptionPlace] != kOrdersNothing;
  if (issue.mask == 0 || orders || block_->values.is_on()) return false;
  switch (access.space) {
    case ptx::StateSpace::shared:
      return access_shared(issue, access, is_store, event);
    case ptx::StateSpace::global:
      return access_buffer(issue, access, is_store, Space::global, event);
    case ptx::StateSpace::constant:
      return access_buffer(issue, access, is_store, Space::constant, event);
    default:
      return false;
  }
}

// Whether anybody can write it while the block runs.
bool ShapedAccess::may_change(const MemoryRange& buffer) const {
  return buffer.is_exposed || block_->control->exposed == nullptr;
}

PlacedLanes ShapedAccess::lanes_inside(const Issue& issue, const MemoryAccess& access,
                                       const MemoryRange& range, std::uint64_t start) {
  PlacedLanes lanes = shapes_.find(issue, access.address);
  lanes.base -= start;
  if (lanes.shape == nullptr || !lanes.lie_inside(range.base, range.bytes, access.width)) return {};
  return lanes;
}

bool ShapedAccess::access_shared(const Issue& issue, const MemoryAccess& access, bool is_store,
                                 trace::EventView& event) {
  const MemoryRange array = memory_->shared_array(access.reach);
  const PlacedLanes lanes = lanes_inside(issue, access, array, block_->shared_start);
  if (lanes.shape == nullptr) return false;
  const std::uint32_t site = access.sites[static_cast<std::size_t>(Space::shared)];
  move(issue, access, is_store, array, lanes);
  block_->events.record(issue, site, event, lanes);
  SharedHazards& hazards = memory_->hazards;
  if (!hazards.is_on()) return true;
  if (is_store) {
    hazards.note_store(issue, access, issue.mask, lanes, site);
  } else {
    hazards.note_load(
        issue, SharedHazards::access_of(issue, issue.mask, lanes, access.width, access.shared_kind),
        site, {}, {access.slots.data(), access.elements});
  }
  return true;
}

bool ShapedAccess::access_buffer(const Issue& issue, const MemoryAccess& access, bool is_store,
                                 Space space, trace::EventView& event) {
  const MemoryRange& buffer = memory_->bounds.last_buffer(issue.instruction);
  const PlacedLanes lanes = lanes_inside(issue, access, buffer);
  if (lanes.shape == nullptr) return false;
  if (is_store && (buffer.is_read_only || buffer.is_unexpected)) return false;
  if (buffer.may_be_stale && memory_->stale.concerns(access, is_store, lanes)) return false;
  if (is_store && memory_->hazards.may_write_sources(lanes, access.width)) return false;
  if (buffer.is_exposed && !memory_->global.note_lanes(issue, access, is_store, lanes, buffer)) {
    return false;
  }
  const std::uint32_t site = access.sites[static_cast<std::size_t>(space)];
  move(issue, access, is_store, buffer, lanes);
  if (buffer.watched != nullptr) {
    lanes.write(event.address);
    note_unset(issue, access, {event.address, issue.mask, access.width, is_store, space, site},
               *buffer.watched);
  }
  if (!is_store && may_change(buffer)) ++block_->buffer_reads;
  block_->events.record(issue, site, event, lanes);
  return true;
}

void ShapedAccess::note_unset(const Issue& issue, const MemoryAccess& access,
                              const LaneAccess& lanes, const WatchedBuffer& buffer) {
  if (lanes.is_store) return memory_->buffers.note_store(lanes, lanes.mask);
  memory_->buffers.note_load(issue, access, lanes, buffer, lanes.mask, ValueTracker::kNotFollowed);
}

bool ShapedAccess::load_parameters(const Issue& issue, const MemoryAccess& access) {
  if (issue.mask == 0 || block_->values.is_on()) return false;
  const std::vector<std::byte>& bytes = block_->launch->request->parameters;
  const MemoryRange parameters{const_cast<std::byte*>(bytes.data()), 0, bytes.size()};  // only read
  const PlacedLanes lanes = lanes_inside(issue, access, parameters);
  if (lanes.shape == nullptr) return false;
  load_lanes(issue, access, parameters, lanes);
  return true;
}

}  // namespace warplens::machine
