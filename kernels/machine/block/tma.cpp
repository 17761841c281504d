#include "kernels/machine/block/tma.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {

using trace::FindingKind;
using trace::Space;

namespace {

constexpr std::uint32_t kPiece = TensorMap::kChunkBytes;
constexpr std::uint32_t kBoxAlignment = 128;  // PTX ISA, "cp.async.bulk.tensor"

std::uint64_t value_of(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, 4, lane);
}

std::int64_t coordinate(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return static_cast<std::int32_t>(value_of(issue, slot, lane));
}

// What no document says of a copy by this map; nothing: all is known.
std::optional<Text> unknown_part(const TensorMap& map) {
  if (map.im2col) return tr("of im2col");
  if (map.interleave != TensorMap::Interleave::none) return tr("of interleaved channels");
  if (map.type >= TensorMap::Type::f32_ftz)
    return tr("of a type whose values TMA rounds (tf32, f32_ftz, tf32_ftz)");
  const bool is_swizzled = map.swizzle != TensorMap::Swizzle::none;
  if (is_swizzled && map.box_row_bytes() < map.swizzle_bytes())
    return tr("whose box has rows less wide than its swizzle");
  return std::nullopt;
}

}  // namespace

void TmaCopies::execute(const Issue& issue) {
  const TmaCopy& copy = block_->image->tma_copies[issue.code.detail];
  const FindingPlace place{issue.instruction, issue.warp.index, first_lane(issue.mask)};
  block_->report.add_lazily(FindingKind::uncounted_read, place, [&] {
    return finding_text::uncounted_copy(copy.dimensions == 0 ? "cp.async.bulk"
                                                             : "cp.async.bulk.tensor");
  });
  if (block_->values.is_on()) use_values(issue, copy);
  ++block_->buffer_reads;
  Places places;
  compute_addresses(issue, copy.destination, places.to);
  compute_addresses(issue, copy.source, places.from);
  compute_addresses(issue, copy.barrier, places.barrier);
  const std::uint32_t counted = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {places.barrier, issue.mask, MbarrierState::kBytes, true, Space::shared, trace::kNone});
  each_lane(counted, [&](std::uint32_t lane) {
    if (!block_->has_ended) start_copy(issue, copy, places, lane);
  });
}

void TmaCopies::use_values(const Issue& issue, const TmaCopy& copy) {
  const auto use = [&](std::uint32_t slot) { block_->values.use(issue.frame, slot, issue.mask); };
  for (const AddressOperand* address : {&copy.destination, &copy.source, &copy.barrier}) {
    use(address->slot);
  }
  std::for_each_n(copy.coordinates.begin(), copy.dimensions, use);
  if (copy.bytes != kNoSlot) use(copy.bytes);
}

void TmaCopies::start_copy(const Issue& issue, const TmaCopy& copy, const Places& places,
                           std::uint32_t lane) {
  Copy started;
  started.instruction = issue.instruction;
  started.thread = issue.warp.index * kWarpSize + lane;
  started.to = places.to[lane];
  started.barrier = places.barrier[lane];
  const FindingPlace place{issue.instruction, issue.warp.index, lane};
  if (copy.dimensions == 0) {
    const std::uint64_t bytes = value_of(issue, copy.bytes, lane);
    if (bytes % kPiece != 0 || places.from[lane] % kPiece != 0) {
      return block_->report.add(FindingKind::misaligned, place,
                                finding_text::uneven_tma_copy(places.from[lane], bytes));
    }
    if (!fits(issue, places.to, lane, bytes, kPiece)) return;
    started.bytes = bytes;
    find_plain(issue, lane, places.from[lane], started);
  } else {
    const std::optional<TensorMap> map = map_at(places.from[lane]);
    if (!map || map->dimensions != copy.dimensions) {
      return block_->end_launch(FindingKind::opaque_instruction, place,
                                finding_text::opaque_tensor_map(copy.dimensions));
    }
    if (const std::optional<Text> unknown = unknown_part(*map)) {
      return block_->end_launch(FindingKind::opaque_instruction, place,
                                finding_text::unknown_tensor_map(copy.dimensions, *unknown));
    }
    const std::int64_t first = coordinate(issue, copy.coordinates[0], lane) * map->element_bytes();
    if (first % kPiece != 0) {  // an illegal instruction on an H200 (tests/probes/tensor_boxes.cu)
      return block_->report.add(FindingKind::misaligned, place, finding_text::uneven_box(first));
    }
    if (!fits(issue, places.to, lane, map->box_bytes(), kBoxAlignment)) return;
    started.bytes = map->box_bytes();
    started.outside = map->fill_bits();
    find_box(issue, copy, *map, lane, started);
  }
  begin(started);
  pending_.push_back(std::move(started));
}

void TmaCopies::begin(Copy& copy) {
  SharedHazards& hazards = memory_->hazards;
  if (hazards.is_on()) {
    order_behind_thread(memory_->shared.races(), *block_, copy.thread);
    each_access(copy, [&](const RaceAccess& access) { hazards.note(access, trace::kNone); });
    InFlight access;
    access.by = OpenAccess::By::bulk_copy;
    access.access = {copy.thread, copy.instruction, RaceAccessKind::write};
    access.mbarrier = copy.barrier;
    copy.in_flight = hazards.in_flight().begin(access);
    hazards.in_flight().cover(copy.in_flight, copy.thread % kWarpSize, copy.to, copy.bytes,
                              nullptr);
    for (const Piece& piece : copy.pieces) {
      hazards.in_flight().add_source(copy.in_flight, piece.address, piece.bytes);
    }
  }
  copy.stretch = waits_;
  copy.delay = block_->landing.delay();
  if (copy.delay == 0) land(copy);
}

void TmaCopies::land(Copy& copy) {
  std::byte* const shared = memory_->shared.data();
  for (std::uint64_t at = 0; at < copy.bytes; at += sizeof copy.outside) {
    std::memcpy(shared + copy.to + at, &copy.outside, sizeof copy.outside);
  }
  for (const Piece& piece : copy.pieces) {
    for (std::uint32_t i = 0; i < piece.bytes; ++i) {
      shared[piece.to + i] = static_cast<std::byte>(read_concurrent(piece.from + i, 1));
    }
  }
  if (memory_->hazards.is_on()) {
    memory_->shared.mark_written(copy.to, static_cast<std::uint32_t>(copy.bytes));
  }
  copy.has_landed = true;
}

void TmaCopies::step() {
  for (Copy& copy : pending_) {
    if (!copy.has_landed && copy.delay != CopyLanding::kLate && --copy.delay == 0) land(copy);
  }
}

bool TmaCopies::fits(const Issue& issue, LaneAddresses to, std::uint32_t lane, std::uint64_t bytes,
                     std::uint32_t alignment) {
  const std::uint64_t room = memory_->shared.size();
  const bool is_aligned = to[lane] % alignment == 0;
  const bool is_inside = to[lane] <= room && bytes <= room - to[lane];
  if (is_aligned && is_inside) return true;
  if (is_aligned && to[lane] < room) to[lane] = room;  // the first byte that is not there
  memory_->bounds.report_bad(
      issue, {to, issue.mask, is_aligned ? kPiece : alignment, true, Space::shared, trace::kNone},
      lane);
  return false;
}

std::optional<TensorMap> TmaCopies::map_at(std::uint64_t address) const {
  constexpr std::uint64_t kBytes = TensorMap::kBytes;
  const std::vector<std::byte>& parameters = block_->launch->request->parameters;
  const std::uint64_t offset = address < kParameterWindow ? address : address - kParameterWindow;
  if (offset % TensorMap::kAlignment == 0 && offset <= parameters.size() &&
      parameters.size() - offset >= kBytes) {
    return TensorMap::decode(std::span(parameters).subspan(offset).first<kBytes>());
  }
  const MemoryRange buffer = memory_->bounds.buffer_at(address, kBytes);
  if (buffer.origin == nullptr || address % TensorMap::kAlignment != 0) return std::nullopt;
  return TensorMap::decode(
      std::span<const std::byte, kBytes>(buffer.origin + (address - buffer.base), kBytes));
}

void TmaCopies::find_plain(const Issue& issue, std::uint32_t lane, std::uint64_t from, Copy& copy) {
  for (std::uint64_t done = 0; done < copy.bytes; done += kPiece) {
    find_piece(issue, lane, from + done, copy.to + done, kPiece, copy);
  }
}

void TmaCopies::find_box(const Issue& issue, const TmaCopy& box, const TensorMap& map,
                         std::uint32_t lane, Copy& copy) {
  std::array<std::int64_t, TensorMap::kMostDimensions> first{};
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    first[d] = coordinate(issue, box.coordinates[d], lane);
  }
  for (std::uint64_t begin = 0; begin < copy.bytes; begin += map.box_row_bytes()) {
    auto at = first;
    std::uint64_t number = begin / map.box_row_bytes();
    for (std::uint32_t d = 1; d < map.dimensions; ++d) {
      at[d] += static_cast<std::int64_t>(number % map.brought(d) * map.element_strides[d]);
      number /= map.brought(d);
    }
    find_row(issue, map, lane, at, begin, copy);
  }
}

void TmaCopies::find_row(const Issue& issue, const TensorMap& map, std::uint32_t lane,
                         const std::array<std::int64_t, TensorMap::kMostDimensions>& at,
                         std::uint64_t begin, Copy& copy) {
  std::uint64_t address = map.address;
  for (std::uint32_t d = 1; d < map.dimensions; ++d) {
    if (at[d] < 0 || at[d] >= static_cast<std::int64_t>(map.sizes[d])) return;
    address += static_cast<std::uint64_t>(at[d]) * map.strides[d - 1];
  }
  const auto width = static_cast<std::int64_t>(map.sizes[0]);
  const std::int64_t from = std::clamp<std::int64_t>(at[0], 0, width);
  const std::int64_t to = std::clamp<std::int64_t>(at[0] + map.box[0], 0, width);
  const auto bytes_of = [&](std::int64_t elements) {
    return static_cast<std::uint64_t>(elements) * map.element_bytes();
  };
  const std::uint64_t bytes = bytes_of(to - from);
  // What lies before the tensor is whole pieces, as the box begins at one.
  std::uint64_t in_box = begin + bytes_of(from - at[0]);
  for (std::uint64_t done = 0; done < bytes; done += kPiece, in_box += kPiece) {
    find_piece(issue, lane, address + bytes_of(from) + done, map.swizzled(copy.to, in_box),
               static_cast<std::uint32_t>(std::min<std::uint64_t>(kPiece, bytes - done)), copy);
  }
}

void TmaCopies::find_piece(const Issue& issue, std::uint32_t lane, std::uint64_t from,
                           std::uint64_t to, std::uint32_t bytes, Copy& copy) {
  const MemoryRange buffer = memory_->bounds.buffer_at(from, bytes);
  LaneAddresses addresses{};
  addresses[lane] = from;
  if (buffer.origin == nullptr) {
    return memory_->bounds.report_bad(
        issue, {addresses, 1u << lane, bytes, false, Space::global, trace::kNone}, lane);
  }
  if (buffer.is_exposed) memory_->global.note_copies(issue, 1u << lane, addresses, bytes);
  if (buffer.watched != nullptr) {
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane}, *buffer.watched, from,
                               bytes);
  }
  block_->events.record_fetch(from, bytes);
  memory_->bounds.note_unrecorded(from, bytes);
  copy.pieces.push_back({buffer.origin + (from - buffer.base), from, to, bytes});
}

template <class Act>
void TmaCopies::each_access(const Copy& copy, Act act) {
  const std::uint32_t agent = agent_of(*block_, copy.thread);
  LaneAddresses places{};
  RaceAccess access;
  access.warp = agent / kWarpSize;
  access.mask = 1u << agent % kWarpSize;
  access.width = kPiece;
  access.kind = RaceAccessKind::write;
  access.instruction = copy.instruction;
  for (std::uint64_t at = 0; at < copy.bytes; at += kPiece) {
    places[agent % kWarpSize] = copy.to + at;
    const OwnLanes lanes(access.mask, places);
    access.lanes = lanes.placed();
    act(access);
  }
}

// Copies that started between the same two waits as one that is waited for.
void TmaCopies::land_together(std::uint64_t barrier) {
  std::set<std::uint32_t> stretches;
  for (const Copy& copy : pending_) {
    if (copy.barrier == barrier && !copy.has_landed) stretches.insert(copy.stretch);
  }
  for (Copy& copy : pending_) {
    if (!copy.has_landed && stretches.contains(copy.stretch)) land(copy);
  }
}

std::vector<TmaCopies::Landed> TmaCopies::land(std::uint64_t barrier) {
  if (block_->landing.is_together()) land_together(barrier);
  ++waits_;
  std::vector<Landed> landed;
  for (Copy& copy : pending_) {
    if (copy.barrier != barrier) continue;
    if (!copy.has_landed) land(copy);
    SharedHazards& hazards = memory_->hazards;
    if (hazards.is_on()) {
      if (hazards.generic_writes() != nullptr) {
        hazards.generic_writes()->forget(copy.to, copy.bytes);
      }
      hazards.in_flight().uncover(copy.in_flight, copy.to, copy.bytes);
      each_access(copy, [&](const RaceAccess& access) { hazards.remember(access); });
    }
    landed.push_back({agent_of(*block_, copy.thread), static_cast<std::int32_t>(copy.bytes)});
  }
  std::erase_if(pending_, [&](const Copy& copy) { return copy.barrier == barrier; });
  return landed;
}

}  // namespace warplens::machine
