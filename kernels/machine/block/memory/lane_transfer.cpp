#include "kernels/machine/block/memory/lane_transfer.h"

namespace warplens::machine {

void load_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                const LaneAddresses& addresses, std::uint32_t mask, bool is_concurrent) {
  const LoadFunction load = is_concurrent ? access.load_concurrent : access.load;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    load(range.origin + std::size_t{i} * access.element_bytes, range.base, addresses,
         issue.frame.slots + access.slots[i], mask);
  }
}

void store_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                 const LaneAddresses& addresses, std::uint32_t mask, bool is_concurrent) {
  const StoreFunction store = is_concurrent ? access.store_concurrent : access.store;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    store(range.origin + std::size_t{i} * access.element_bytes, range.base, addresses,
          issue.frame.slots + access.slots[i], mask);
  }
}

void load_zero(const Issue& issue, const MemoryAccess& access, std::uint32_t mask) {
  static constexpr std::array<std::byte, 32> kZero{};
  static constexpr LaneAddresses kNowhere{};
  for (std::uint32_t i = 0; mask != 0 && i < access.elements; ++i) {
    access.load(kZero.data(), 0, kNowhere, issue.frame.slots + access.slots[i], mask);
  }
}

}  // namespace warplens::machine
