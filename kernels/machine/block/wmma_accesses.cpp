#include "kernels/machine/block/wmma_accesses.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/block/matrix_keeper.h"
#include "kernels/machine/block/whole_warp.h"

namespace warplens::machine {

void WmmaAccesses::execute(const Issue& issue) {
  const WmmaAccess& wmma = block_->image->wmma_accesses[issue.code.detail];
  check_whole_warp(*block_, issue, wmma.is_store ? "wmma.store" : "wmma.load");
  find_places(issue, wmma);
  const std::uint32_t bytes = wmma.element_bits == 64 ? 8 : 4;
  MatrixKeeper keeper(*block_, issue);
  if (wmma.is_store) keeper.keep_registers(issue, wmma.slots, bytes);
  const bool turns_here = wmma.parts.turns && wmma.parts.matrices == 0;
  const std::size_t registers = wmma.slots.size() / wmma.copies;
  for (std::size_t i = 0; wmma.is_store && turns_here && i < registers; ++i) {
    turn(issue, wmma.slots[i], wmma.pieces[i]);
  }
  for (std::uint32_t i = 0; i < wmma.parts.pieces.size(); ++i) access_piece(issue, wmma, i);
  if (wmma.is_store) return;
  for (std::size_t i = 0; i < registers; ++i) {
    if (turns_here) turn(issue, wmma.slots[i], wmma.slots[i]);
    if (wmma.parts.joins_bytes) join_bytes(issue, &wmma.pieces[4 * i], wmma.slots[i]);
  }
  copy(issue, wmma);
  keeper.keep_registers(issue, wmma.slots, bytes);
}

// The registers that say where may be written by the first piece.
void WmmaAccesses::find_places(const Issue& issue, const WmmaAccess& wmma) {
  compute_addresses(issue, wmma.address, begin_);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    stride_[lane] = read_slot(issue.frame.slots + wmma.stride, 4, lane);
  }
  if (!block_->values.is_on()) return;
  block_->values.use(issue.frame, wmma.address.slot, issue.mask);
  block_->values.use(issue.frame, wmma.stride, issue.mask);
}

void WmmaAccesses::access_piece(const Issue& issue, const WmmaAccess& wmma, std::uint32_t index) {
  LaneAddresses addresses{};
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const MatrixPlace place = wmma.parts.pieces[index].of(lane);
    const std::uint64_t elements = place.major * stride_[lane] + place.minor;
    addresses[lane] = begin_[lane] + elements * wmma.element_bits / 8;
  }
  if (wmma.parts.matrices != 0) {
    matrices_->load_at(issue, block_->image->matrices[wmma.first + index], addresses);
  } else {
    load_store_->access_at(issue, block_->image->accesses[wmma.first + index], wmma.is_store,
                           addresses);
  }
}

void WmmaAccesses::turn(const Issue& issue, std::uint32_t from, std::uint32_t to) {
  std::array<std::uint16_t, 2 * kWarpSize> turned;
  std::array<TrackedValues::Node, kWarpSize> nodes{};
  const auto source_of = [](std::uint32_t lane, std::uint32_t half) {
    return lane % 4 * 8 + half * 4 + lane / 8;
  };
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint64_t word = read_slot(issue.frame.slots + from, 4, source_of(lane, half));
      turned[2 * lane + half] = static_cast<std::uint16_t>(word >> (16 * (lane / 4 % 2)));
    }
    if (!block_->values.is_on()) continue;
    const TrackedValues::Node* values = issue.frame.node(from);
    nodes[lane] = block_->values.combine(values[source_of(lane, 0)], values[source_of(lane, 1)]);
  }
  std::memcpy(issue.frame.slots + to, turned.data(), sizeof(turned));
  if (block_->values.is_on()) std::ranges::copy(nodes, issue.frame.node(to));
}

void WmmaAccesses::join_bytes(const Issue& issue, const std::uint32_t* bytes, std::uint32_t to) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    std::uint64_t word = 0;
    TrackedValues::Node node = ValueTracker::kUntracked;
    for (std::uint32_t i = 0; i < 4; ++i) {
      word |= read_slot(issue.frame.slots + bytes[i], 4, lane) << (8 * i);
      if (!block_->values.is_on()) continue;
      node = block_->values.combine(node, issue.frame.node(bytes[i])[lane]);
    }
    write_slot(issue.frame.slots + to, 4, lane, word);
    if (block_->values.is_on()) issue.frame.node(to)[lane] = node;
  });
}

void WmmaAccesses::copy(const Issue& issue, const WmmaAccess& wmma) {
  const std::size_t registers = wmma.slots.size() / wmma.copies;
  for (std::size_t i = registers; i < wmma.slots.size(); ++i) {
    const std::uint32_t from = wmma.slots[i % registers], to = wmma.slots[i];
    each_lane(issue.mask, [&](std::uint32_t lane) {
      write_slot(issue.frame.slots + to, 4, lane, read_slot(issue.frame.slots + from, 4, lane));
      if (block_->values.is_on()) issue.frame.node(to)[lane] = issue.frame.node(from)[lane];
    });
  }
}

}  // namespace warplens::machine
