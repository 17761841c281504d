#include "kernels/machine/block/stored_values.h"

namespace warplens::machine {

const std::byte* StoredValues::of(const Issue& issue, const MemoryAccess& access,
                                  std::uint32_t mask) {
  // As one register has them.
  const bool is_register = access.elements == 1 && access.width == access.register_bytes;
  if (is_register && access.width <= 8) return issue.frame.slots + access.slots[0];
  // Through the very move that stored them.
  LaneAddresses places;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) places[lane] = lane * access.width;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    access.alone.store(values_.data() + std::size_t{i} * access.element_bytes, 0, places,
                       issue.frame.slots + access.slots[i], mask);
  }
  return values_.data();
}

}  // namespace warplens::machine
