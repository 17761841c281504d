#include "kernels/device/address_map.h"

#include <algorithm>

namespace warplens::device {
namespace {

using ptx::StateSpace;
using trace::Space;

constexpr std::uint64_t kBankRow = 32 * 4;  // bytes: 32 banks, 4 bytes wide

}  // namespace

std::uint64_t shared_base(std::span<const machine::PlacedVariable> placed,
                          std::span<const std::uint64_t> places) {
  std::uint64_t lowest = kNoPlace;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (placed[i].space != StateSpace::shared || places[i] == kNoPlace) continue;
    lowest = std::min(lowest, without_rank(places[i]));
  }
  return lowest == kNoPlace ? 0 : lowest / kBankRow * kBankRow;
}

AddressMap::AddressMap(const Instrumented& kernel, std::span<const std::uint64_t> places,
                       std::span<const BufferPlace> buffers)
    : shared_base_(shared_base(kernel.placed, places)), buffers_(buffers.begin(), buffers.end()) {
  std::ranges::sort(buffers_, {}, &BufferPlace::device_address);
}

std::optional<std::uint64_t> AddressMap::find(Space space, std::uint64_t address) const {
  if (space == Space::shared) {
    const std::uint64_t own = without_rank(address);
    if (own < shared_base_) return std::nullopt;
    return own - shared_base_;
  }
  const auto after = std::ranges::upper_bound(buffers_, address, {}, &BufferPlace::device_address);
  if (after == buffers_.begin()) return std::nullopt;
  const BufferPlace& holder = *(after - 1);
  if (address - holder.device_address >= holder.bytes) return std::nullopt;
  return holder.guest_address + (address - holder.device_address);
}

void LocalFrames::place(std::uint64_t address, std::uint64_t bytes, std::uint64_t to) {
  std::erase_if(ranges_, [&](const Range& range) {
    return address < range.first + range.bytes && range.first < address + bytes;
  });
  ranges_.push_back({address, bytes, to});
}

std::optional<std::uint64_t> LocalFrames::find(std::uint64_t address) const {
  for (const Range& range : ranges_) {
    if (address - range.first < range.bytes) return range.to + (address - range.first);
  }
  return std::nullopt;
}

}  // namespace warplens::device
