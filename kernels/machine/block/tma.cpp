#include "kernels/machine/block/tma.h"

#include <algorithm>
#include <cstring>
#include <utility>

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

// Apart from the names of all barriers (OpenBarriers::key, mbarriers.cpp).
std::uint64_t race_name_of_order(std::uint32_t thread) { return std::uint64_t{1} << 33 | thread; }

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
    started.bytes.resize(bytes);
    read_plain(issue, lane, places.from[lane], started.bytes);
  } else {
    const std::optional<TensorMap> map = map_at(places.from[lane]);
    if (!map || map->dimensions != copy.dimensions) {
      return block_->end_launch(FindingKind::opaque_instruction, place,
                                finding_text::opaque_tensor_map(copy.dimensions));
    }
    const std::int64_t first = coordinate(issue, copy.coordinates[0], lane) * map->element_bytes;
    if (first % kPiece != 0) {  // an illegal instruction on an H200 (tests/probes/tensor_boxes.cu)
      return block_->report.add(FindingKind::misaligned, place, finding_text::uneven_box(first));
    }
    if (!fits(issue, places.to, lane, map->box_bytes(), kBoxAlignment)) return;
    started.bytes.resize(map->box_bytes());
    read_box(issue, copy, *map, lane, started.to, started.bytes);
  }
  order_behind_thread(started);
  note(started);
  pending_.push_back(std::move(started));
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

void TmaCopies::read_plain(const Issue& issue, std::uint32_t lane, std::uint64_t from,
                           std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t piece = std::min<std::size_t>(kPiece - from % kPiece, bytes.size());
    read_piece(issue, lane, from, bytes.first(piece));
    from += piece;
    bytes = bytes.subspan(piece);
  }
}

void TmaCopies::read_box(const Issue& issue, const TmaCopy& copy, const TensorMap& map,
                         std::uint32_t lane, std::uint64_t to, std::span<std::byte> bytes) {
  std::array<std::int64_t, TensorMap::kMostDimensions> first{};
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    first[d] = coordinate(issue, copy.coordinates[d], lane);
  }
  std::vector<std::byte> row(map.box_row_bytes());
  for (std::uint64_t begin = 0; begin < bytes.size(); begin += row.size()) {
    auto at = first;
    std::uint64_t number = begin / row.size();
    for (std::uint32_t d = 1; d < map.dimensions; ++d) {
      at[d] += static_cast<std::int64_t>(number % map.box[d]);
      number /= map.box[d];
    }
    read_row(issue, map, lane, at, row);
    for (std::uint64_t chunk = 0; chunk < row.size(); chunk += kPiece) {
      std::memcpy(&bytes[map.swizzled(to, begin + chunk) - to], &row[chunk], kPiece);
    }
  }
}

void TmaCopies::read_row(const Issue& issue, const TensorMap& map, std::uint32_t lane,
                         const std::array<std::int64_t, TensorMap::kMostDimensions>& at,
                         std::span<std::byte> row) {
  std::ranges::fill(row, std::byte{0});
  std::uint64_t address = map.address;
  for (std::uint32_t d = 1; d < map.dimensions; ++d) {
    if (at[d] < 0 || at[d] >= static_cast<std::int64_t>(map.sizes[d])) return;
    address += static_cast<std::uint64_t>(at[d]) * map.pitches[d];
  }
  const auto width = static_cast<std::int64_t>(map.sizes[0]);
  const std::int64_t begin = std::clamp<std::int64_t>(at[0], 0, width);
  const std::int64_t end = std::clamp<std::int64_t>(at[0] + map.box[0], 0, width);
  const auto bytes_of = [&](std::int64_t elements) {
    return static_cast<std::uint64_t>(elements) * map.element_bytes;
  };
  read_plain(issue, lane, address + bytes_of(begin),
             row.subspan(begin < end ? bytes_of(begin - at[0]) : 0, bytes_of(end - begin)));
}

void TmaCopies::read_piece(const Issue& issue, std::uint32_t lane, std::uint64_t from,
                           std::span<std::byte> piece) {
  const auto bytes = static_cast<std::uint32_t>(piece.size());
  const MemoryRange buffer = memory_->bounds.buffer_at(from, bytes);
  if (buffer.origin == nullptr) {
    LaneAddresses addresses{};
    addresses[lane] = from;
    return memory_->bounds.report_bad(
        issue, {addresses, 1u << lane, bytes, false, Space::global, trace::kNone}, lane);
  }
  if (buffer.is_exposed) memory_->global.note_copy(issue, lane, from, bytes);
  if (buffer.watched != nullptr) {
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane}, *buffer.watched, from,
                               bytes);
  }
  block_->events.record_fetch(from, bytes);
  memory_->bounds.note_unrecorded(from, bytes);
  const std::byte* const source = buffer.origin + (from - buffer.base);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    piece[i] = static_cast<std::byte>(read_concurrent(source + i, 1));
  }
}

void TmaCopies::order_behind_thread(const Copy& copy) {
  RaceDetector* const races = memory_->shared.races();
  if (races == nullptr) return;
  const std::uint64_t name = race_name_of_order(copy.thread);
  const std::uint32_t own = copier(copy.thread);
  races->arrive(name, {&copy.thread, 1});
  races->complete_phase(name);
  races->wait(name, {&own, 1});
}

void TmaCopies::note(const Copy& copy) {
  if (!memory_->hazards.is_on()) return;
  const std::uint32_t own = copier(copy.thread);
  LaneAddresses places{};
  RaceAccess access;
  access.warp = own / kWarpSize;
  access.mask = 1u << own % kWarpSize;
  access.width = kPiece;
  access.kind = RaceAccessKind::write;
  access.instruction = copy.instruction;
  for (std::size_t at = 0; at < copy.bytes.size(); at += kPiece) {
    places[own % kWarpSize] = copy.to + at;
    const OwnLanes lanes(access.mask, places);
    access.lanes = lanes.placed();
    memory_->hazards.note(access, trace::kNone);
  }
}

std::vector<TmaCopies::Landed> TmaCopies::land(std::uint64_t barrier) {
  std::vector<Landed> landed;
  std::erase_if(pending_, [&](const Copy& copy) {
    if (copy.barrier != barrier) return false;
    std::ranges::copy(copy.bytes, memory_->shared.data() + copy.to);
    if (memory_->hazards.is_on()) {
      memory_->shared.mark_written(copy.to, static_cast<std::uint32_t>(copy.bytes.size()));
    }
    note(copy);
    landed.push_back({copier(copy.thread), static_cast<std::int32_t>(copy.bytes.size())});
    return true;
  });
  return landed;
}

}  // namespace warplens::machine
