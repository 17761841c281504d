#include "kernels/machine/block/lane_transfer.h"

namespace warplens::machine {

namespace {

const LaneMoves& moves_of(const MemoryAccess& access, const MemoryRange& range) {
  return range.is_concurrent ? access.concurrent : access.alone;
}

}  // namespace

void load_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                const LaneAddresses& addresses, std::uint32_t mask) {
  const LoadFunction load = moves_of(access, range).load;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    load(range.origin + std::size_t{i} * access.element_bytes, range.base, addresses,
         issue.frame.slots + access.slots[i], mask);
  }
}

void store_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                 const LaneAddresses& addresses, std::uint32_t mask) {
  const StoreFunction store = moves_of(access, range).store;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    store(range.origin + std::size_t{i} * access.element_bytes, range.base, addresses,
          issue.frame.slots + access.slots[i], mask);
  }
}

void load_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                const PlacedLanes& lanes) {
  const LoadShapeFunction load = moves_of(access, range).load_shape;
  const std::byte* const first = range.origin + (lanes.base - range.base);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    load(first + std::size_t{i} * access.element_bytes, *lanes.shape,
         issue.frame.slots + access.slots[i]);
  }
}

void store_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                 const PlacedLanes& lanes) {
  const StoreShapeFunction store = moves_of(access, range).store_shape;
  std::byte* const first = range.origin + (lanes.base - range.base);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    store(first + std::size_t{i} * access.element_bytes, *lanes.shape,
          issue.frame.slots + access.slots[i]);
  }
}

void load_zero(const Issue& issue, const MemoryAccess& access, std::uint32_t mask) {
  static constexpr std::array<std::byte, 32> kZero{};
  static constexpr LaneAddresses kNowhere{};
  for (std::uint32_t i = 0; mask != 0 && i < access.elements; ++i) {
    access.alone.load(kZero.data(), 0, kNowhere, issue.frame.slots + access.slots[i], mask);
  }
}

}  // namespace warplens::machine
