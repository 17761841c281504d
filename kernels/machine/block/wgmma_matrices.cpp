#include "kernels/machine/block/wgmma_matrices.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/whole_warp.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kWideBytes = 8;

std::uint64_t wide_value(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, kWideBytes, lane);
}

// The operand scale-d, a bit a lane.
std::uint32_t scale_d(const Issue& issue, const WgmmaMultiply& multiply) {
  return *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + multiply.scale_d) ^
         multiply.scale_d_flip;
}

}  // namespace

void WgmmaMatrices::multiply(const Issue& issue) {
  const Multiply& multiply = block_->image->wgmma_multiplies[issue.code.detail];
  check_whole_warp(*block_, issue, "wgmma");
  check_warpgroup(issue);
  check_uniform(issue, multiply);
  block_->report.add_lazily(trace::FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                            [] { return finding_text::uncounted_read("wgmma"); });
  const bool adds = (scale_d(issue, multiply) >> first_lane(issue.mask) & 1) != 0;
  if (block_->values.is_on()) use_values(issue, multiply, adds);
  if (multiply.a_has_descriptor) {
    const std::uint32_t first = issue.warp.index % Multiply::kWarps * Multiply::kRows;
    place(descriptor(issue, multiply.a_slots[0]), multiply.a_is_mn_major, first, Multiply::kRows,
          multiply.depth, a_);
    read(issue, a_);
  } else {
    gather_rows(multiply, issue.frame.slots, a_.bytes.data());
  }
  place(descriptor(issue, multiply.b_slot), multiply.b_is_mn_major, 0, multiply.columns,
        multiply.depth, b_);
  read(issue, b_);
  multiply_wgmma(multiply, adds, a_.bytes.data(), b_.bytes.data(), issue.frame.slots);
}

void WgmmaMatrices::check_warpgroup(const Issue& issue) {
  const std::uint32_t begin = issue.warp.index / Multiply::kWarps * Multiply::kWarps;
  const std::uint32_t warps = block_->launch->warps - begin;
  if (warps >= Multiply::kWarps) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                     finding_text::partial_warpgroup(warps));
}

void WgmmaMatrices::check_uniform(const Issue& issue, const Multiply& multiply) {
  const std::uint32_t first = first_lane(issue.mask);
  const auto differs = [&](std::uint32_t slot, std::uint32_t lane) {
    return wide_value(issue, slot, lane) != wide_value(issue, slot, first);
  };
  const std::uint32_t adding = scale_d(issue, multiply);
  std::uint32_t odd = (adding >> first & 1) != 0 ? ~adding & issue.mask : adding & issue.mask;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const bool differs_in_a = multiply.a_has_descriptor && differs(multiply.a_slots[0], lane);
    if (differs_in_a || differs(multiply.b_slot, lane)) odd |= 1u << lane;
  });
  if (odd == 0) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, first_lane(odd)},
                     finding_text::uneven_matrices(first_lane(odd), first));
}

MatrixDescriptor WgmmaMatrices::descriptor(const Issue& issue, std::uint32_t slot) const {
  return MatrixDescriptor::of(wide_value(issue, slot, first_lane(issue.mask)));
}

void WgmmaMatrices::use_values(const Issue& issue, const Multiply& multiply, bool adds) {
  const auto use = [&](std::uint32_t slot) { block_->values.use(issue.frame, slot, issue.mask); };
  std::for_each_n(multiply.a_slots.begin(), multiply.a_registers(), use);
  use(multiply.b_slot);
  use(multiply.scale_d);
  for (const std::uint32_t slot : multiply.d_slots) {
    if (adds) use(slot);
    block_->values.clear(issue.frame, slot, issue.mask);
  }
}

void WgmmaMatrices::place(const MatrixDescriptor& matrix, bool is_mn_major, std::uint32_t first,
                          std::uint32_t rows, std::uint32_t depth, Tile& tile) {
  std::uint32_t next = 0;
  if (is_mn_major) {
    for (std::uint32_t k = 0; k < depth; ++k) {
      for (std::uint32_t row = 0; row < rows; row += 8) {
        tile.places[next++] = matrix.mn_major((first + row) / 8, k);
      }
    }
  } else {
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t chunk = 0; chunk < 2; ++chunk) {
        tile.places[next++] = matrix.k_major(first + row, chunk);
      }
    }
  }
  tile.chunks = next;
}

void WgmmaMatrices::read(const Issue& issue, Tile& tile) {
  for (std::uint32_t first = 0; first < tile.chunks; first += kWarpSize) {
    read_lanes(issue, tile, first);
  }
}

void WgmmaMatrices::read_lanes(const Issue& issue, Tile& tile, std::uint32_t first) {
  const std::uint32_t lanes = std::min(tile.chunks - first, kWarpSize);
  const std::uint32_t all = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
  LaneAddresses places{};
  std::copy_n(tile.places.begin() + first, lanes, places.begin());
  const std::uint32_t inside = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {places, all, Multiply::kChunkBytes, false, trace::Space::shared, trace::kNone});
  std::byte* const bytes = tile.bytes.data() + std::size_t{first} * Multiply::kChunkBytes;
  if (inside != all) std::memset(bytes, 0, std::size_t{lanes} * Multiply::kChunkBytes);
  each_lane(inside, [&](std::uint32_t lane) {
    std::memcpy(bytes + std::size_t{lane} * Multiply::kChunkBytes,
                memory_->shared.data() + places[lane], Multiply::kChunkBytes);
  });
  if (inside == 0 || !memory_->hazards.is_on()) return;
  const ValueTracker::Loads loads = block_->values.begin_load(issue);
  const OwnLanes own(inside, places);
  memory_->hazards.note_load(issue,
                             SharedHazards::access_of(issue, inside, own.placed(),
                                                      Multiply::kChunkBytes, RaceAccessKind::read),
                             trace::kNone, loads, {});
  block_->values.use_loads(loads);
}

}  // namespace warplens::machine
