#include "kernels/machine/block/tma_moves.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/bulk_writes.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using ptx::ScalarType;
using trace::FindingKind;
using trace::Space;
using Way = TmaCopy::Way;

namespace {

constexpr std::uint32_t kBoxAlignment = 128;  // PTX ISA, "cp.async.bulk.tensor"

std::uint64_t value_of(const Issue& issue, std::uint32_t slot, std::uint32_t bytes,
                       std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, bytes, lane);
}

// What no document says of a copy by this map; nothing: all is known.
std::optional<Text> unknown_part(const TensorMap& map) {
  if (map.interleave != TensorMap::Interleave::none) return tr("of interleaved channels");
  return std::nullopt;
}

bool is_bitwise(std::string_view word) { return word == "and" || word == "or" || word == "xor"; }

// As an operation of cp.reduce takes a map's elements.
ScalarType scalar_type(std::string_view word, TensorMap::Type type) {
  using enum TensorMap::Type;
  if (is_bitwise(word)) return type == u64 ? ScalarType::b64 : ScalarType::b32;
  switch (type) {
    case u32:
      return ScalarType::u32;
    case i32:
      return ScalarType::s32;
    case u64:
      return ScalarType::u64;
    case i64:
      return ScalarType::s64;
    case f16:
      return ScalarType::f16;
    case bf16:
      return ScalarType::bf16;
    case f32:
    case f32_ftz:
    case tf32:
    case tf32_ftz:
      return ScalarType::f32;
    case f64:
      return ScalarType::f64;
    default:
      return ScalarType::b8;
  }
}

bool is_float(TensorMap::Type type) {
  TensorMap map;
  map.type = type;
  return map.is_floating();
}

// What an H200 does without a fault (tests/probes/tensor_copies.cpp).
bool has_reduction(std::string_view word, TensorMap::Type type) {
  using enum TensorMap::Type;
  const bool is_wide = type == i32 || type == u64;
  if (type == u32) return true;
  if (word == "inc" || word == "dec") return false;
  if (is_bitwise(word)) return is_wide;
  if (word == "add") return is_wide || is_float(type);
  return is_wide || type == i64 || type == f16 || type == bf16;
}

bool reaches_outside(const TensorMap& map) {
  for (std::uint32_t i = 0; i < map.dimensions - 2; ++i) {
    if (map.im2col->lower[i] < 0 || map.im2col->upper[i] > 0) return true;
  }
  return false;
}

}  // namespace

std::string_view name_of(const TmaCopy& copy) {
  if (!copy.reduction.empty())
    return copy.dimensions == 0 ? "cp.reduce.async.bulk" : "cp.reduce.async.bulk.tensor";
  return copy.dimensions == 0 ? "cp.async.bulk" : "cp.async.bulk.tensor";
}

void use_values(BlockContext& block, const Issue& issue, const TmaCopy& copy) {
  const auto use = [&](std::uint32_t slot) {
    if (slot != kNoSlot) block.values.use(issue.frame, slot, issue.mask);
  };
  for (const AddressOperand* address : {&copy.shared, &copy.other, &copy.barrier}) {
    use(address->slot);
  }
  std::for_each_n(copy.coordinates.begin(), copy.dimensions, use);
  std::ranges::for_each(copy.offsets, use);
  for (const std::uint32_t slot : {copy.bytes, copy.blocks, copy.byte_mask}) use(slot);
}

std::optional<AtomicOperation> reduction_of(const TmaCopy& copy, ScalarType type) {
  if (copy.reduction.empty()) return std::nullopt;
  std::optional<AtomicOperation> operation = find_atomic(copy.reduction, type);
  if (operation) operation->keeps_nans = type == ScalarType::f64;
  return operation;
}

bool TmaMove::is_whole() const {
  std::uint64_t found = 0;
  for (const TmaPiece& piece : pieces) found += piece.bytes;
  return found == what.bytes;
}

void TmaMove::apply(std::byte* to, const std::byte* from, std::uint32_t count) const {
  if (!reduction) {
    for (std::uint32_t i = 0; i < count; ++i) {
      to[i] = static_cast<std::byte>(read_concurrent(from + i, 1));
    }
    return;
  }
  const std::uint32_t step = ptx::size_of(reduction->type);
  for (std::uint32_t i = 0; i < count; i += step) {
    std::uint64_t operand = 0;
    std::memcpy(&operand, from + i, step);
    update_atomically(*reduction, to + i, operand, 0);
  }
}

std::optional<TmaMove> TmaMoves::find(const Issue& issue, const TmaCopy& copy, std::uint32_t lane,
                                      std::uint64_t shared, std::uint64_t other) {
  TmaMove move;
  trace::BulkCopy& what = move.what;
  what.lane = lane;
  what.way = copy.way;
  what.is_reduction = !copy.reduction.empty();
  what.shared = static_cast<std::uint32_t>(shared);
  const bool is_found = copy.dimensions == 0 ? find_plain(issue, copy, other, what)
                                             : find_box(issue, copy, other, what);
  if (!is_found || !fits(issue, copy, lane, shared, what.shared_bytes())) return std::nullopt;
  move.reduction =
      reduction_of(copy, what.map ? scalar_type(copy.reduction, what.map->type) : copy.type);
  if (move.reduction && what.map) {
    move.reduction->flushes =
        what.map->type == TensorMap::Type::f32_ftz || what.map->type == TensorMap::Type::tf32_ftz;
  }
  const std::vector<trace::CopyUnit> units = trace::units_of(what);
  if (what.map && units.empty()) {
    block_->report.add(
        FindingKind::empty_copy, {issue.instruction, issue.warp.index, lane},
        finding_text::box_beyond_tensor(std::span(what.place.first).first(copy.dimensions),
                                        std::span(what.map->sizes).first(copy.dimensions),
                                        what.way == Way::to_global));
  }
  for (const trace::CopyUnit& unit : units) add_piece(issue, copy, lane, unit, move);
  return move;
}

std::optional<std::uint64_t> TmaMoves::plain_bytes(const Issue& issue, const TmaCopy& copy,
                                                   std::uint32_t lane, std::uint64_t other) {
  const std::uint64_t bytes = value_of(issue, copy.bytes, 4, lane);
  if (bytes % kPiece == 0 && other % kPiece == 0) return bytes;
  block_->report.add(FindingKind::misaligned, {issue.instruction, issue.warp.index, lane},
                     finding_text::uneven_tma_copy(other, bytes));
  return std::nullopt;
}

bool TmaMoves::find_plain(const Issue& issue, const TmaCopy& copy, std::uint64_t address,
                          trace::BulkCopy& what) {
  const std::optional<std::uint64_t> bytes = plain_bytes(issue, copy, what.lane, address);
  if (!bytes) return false;
  what.global = address;
  what.bytes = *bytes;
  if (copy.byte_mask != kNoSlot) {
    what.byte_mask = static_cast<std::uint16_t>(value_of(issue, copy.byte_mask, 2, what.lane));
  }
  return true;
}

bool TmaMoves::find_box(const Issue& issue, const TmaCopy& copy, std::uint64_t address,
                        trace::BulkCopy& what) {
  const std::optional<TensorMap> map = usable_map(issue, copy, what.lane, address);
  if (!map) return false;
  const std::optional<BoxPlace> place = box_place(issue, copy, *map, what.lane);
  if (!place) return false;
  what.map = shared_map(*map);
  what.place = *place;
  what.bytes = map->box_bytes();
  return true;
}

std::shared_ptr<const TensorMap> TmaMoves::shared_map(const TensorMap& map) {
  if (latest_ == nullptr || !(*latest_ == map)) latest_ = std::make_shared<const TensorMap>(map);
  return latest_;
}

std::optional<TensorMap> TmaMoves::usable_map(const Issue& issue, const TmaCopy& copy,
                                              std::uint32_t lane, std::uint64_t address) {
  const auto unusable = [&](const FindingText& text) {
    block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                       text);
    return std::nullopt;
  };
  std::optional<TensorMap> map = map_at(address);
  if (!map || map->dimensions != copy.dimensions || map->im2col.has_value() != copy.is_im2col) {
    return unusable(finding_text::opaque_tensor_map(copy.dimensions, copy.is_im2col));
  }
  if (const std::optional<Text> unknown = unknown_part(*map)) {
    return unusable(finding_text::unknown_tensor_map(copy.dimensions, *unknown));
  }
  if (!copy.reduction.empty() && !has_reduction(copy.reduction, map->type)) {
    return unusable(finding_text::no_such_reduction(copy.reduction));
  }
  return map;
}

std::optional<TensorMap> TmaMoves::map_at(std::uint64_t address) const {
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

std::optional<BoxPlace> TmaMoves::box_place(const Issue& issue, const TmaCopy& copy,
                                            const TensorMap& map, std::uint32_t lane) {
  const FindingPlace at{issue.instruction, issue.warp.index, lane};
  BoxPlace place;
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    place.first[d] = static_cast<std::int32_t>(value_of(issue, copy.coordinates[d], 4, lane));
    // Illegal instructions on an H200 (tests/probes/tensor_copies.cpp, tensor_boxes.cu).
    if (copy.way == Way::to_global && place.first[d] < 0) {
      block_->report.add(FindingKind::out_of_bounds, at,
                         finding_text::box_before_tensor(place.first[d], d));
      return std::nullopt;
    }
  }
  if (copy.way == Way::to_global && map.im2col && reaches_outside(map)) {
    block_->report.add(FindingKind::out_of_bounds, at, finding_text::corners_outside_tensor());
    return std::nullopt;
  }
  const std::int64_t first = place.first[0] * map.element_bytes();
  if (first % kPiece != 0) {
    block_->report.add(FindingKind::misaligned, at, finding_text::uneven_box(first));
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < TensorMap::kMostOffsets; ++i) {
    if (copy.offsets[i] == kNoSlot) break;
    place.offsets[i] = static_cast<std::uint32_t>(value_of(issue, copy.offsets[i], 2, lane));
  }
  return place;
}

bool TmaMoves::fits(const Issue& issue, const TmaCopy& copy, std::uint32_t lane,
                    std::uint64_t offset, std::uint64_t bytes) {
  const std::uint32_t alignment = copy.dimensions == 0 ? kPiece : kBoxAlignment;
  const std::uint64_t room = memory_->shared.size();
  const bool is_aligned = offset % alignment == 0;
  const bool is_inside = offset <= room && bytes <= room - offset;
  if (is_aligned && is_inside) return true;
  LaneAddresses places{};
  // The first byte that is not there.
  places[lane] = is_aligned && offset < room ? room : offset;
  memory_->bounds.report_bad(issue,
                             {places, issue.mask, is_aligned ? kPiece : alignment,
                              copy.way == Way::to_shared, Space::shared, trace::kNone},
                             lane);
  return false;
}

void TmaMoves::add_piece(const Issue& issue, const TmaCopy& copy, std::uint32_t lane,
                         const trace::CopyUnit& unit, TmaMove& move) {
  const bool is_store = copy.way == Way::to_global;
  trace::CopyUnit moved = unit;
  // An H200 writes all 16 bytes of which some are the tensor's (tests/probes/tensor_copies.cpp).
  if (is_store && move.what.map) moved.bytes = kPiece;
  const MemoryRange buffer = memory_->bounds.buffer_at(moved.other, moved.bytes);
  if (buffer.origin == nullptr) {
    LaneAddresses addresses{};
    addresses[lane] = moved.other;
    return memory_->bounds.report_bad(
        issue, {addresses, 1u << lane, moved.bytes, is_store, Space::global, trace::kNone}, lane);
  }
  if (is_store) {
    note_bulk_write(*block_, *memory_, issue, buffer,
                    {lane, moved.other, moved.bytes, !copy.reduction.empty()});
  } else {
    note_read(issue, lane, buffer, moved);
  }
  memory_->bounds.note_unrecorded(moved.other, moved.bytes);
  move.pieces.push_back(
      {buffer.origin + (moved.other - buffer.base), moved.other, moved.at, moved.bytes});
}

void TmaMoves::note_read(const Issue& issue, std::uint32_t lane, const MemoryRange& buffer,
                         const trace::CopyUnit& unit) {
  LaneAddresses addresses{};
  addresses[lane] = unit.other;
  if (buffer.is_exposed) memory_->global.note_copies(issue, 1u << lane, addresses, unit.bytes);
  if (buffer.watched != nullptr) {
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane}, *buffer.watched,
                               unit.other, unit.bytes);
  }
}

}  // namespace warplens::machine
