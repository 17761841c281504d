#include "kernels/device/instrument/address_map.h"

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
    if (placed[i].space == StateSpace::shared) lowest = std::min(lowest, places[i]);
  }
  return lowest == kNoPlace ? 0 : lowest / kBankRow * kBankRow;
}

AddressMap::AddressMap(const Instrumented& kernel, std::span<const std::uint64_t> places,
                       std::span<const BufferPlace> buffers)
    : shared_base_(shared_base(kernel.placed, places)) {
  for (const BufferPlace& buffer : buffers) {
    buffers_.push_back({buffer.device_address, buffer.bytes, buffer.guest_address, nullptr});
  }
  std::ranges::sort(buffers_, {}, &Range::first);
  for (std::size_t i = 0; i < kernel.placed.size(); ++i) {
    const machine::PlacedVariable& variable = kernel.placed[i];
    if (variable.space != StateSpace::local || places[i] == kNoPlace) continue;
    locals_.push_back({places[i], variable.bytes, variable.offset, variable.function});
  }
}

std::optional<std::uint64_t> AddressMap::find_buffer(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(buffers_, address, {}, &Range::first);
  if (after == buffers_.begin()) return std::nullopt;
  const Range& holder = *(after - 1);
  if (address - holder.first >= holder.bytes) return std::nullopt;
  return holder.to + (address - holder.first);
}

// Frames of functions that are not open at once may lie at one place: the instruction's own first.
std::optional<std::uint64_t> AddressMap::find_local(const std::string& function,
                                                    std::uint64_t address) const {
  std::optional<std::uint64_t> found;
  for (const Range& range : locals_) {
    if (address - range.first >= range.bytes) continue;
    const bool is_own = range.function != nullptr && range.function->name == function;
    if (is_own || !found.has_value()) found = range.to + (address - range.first);
    if (is_own) break;
  }
  return found;
}

std::optional<std::uint64_t> AddressMap::find(const trace::Site& site, Space space,
                                              std::uint64_t address) const {
  switch (space) {
    case Space::global:
    case Space::constant:
      return find_buffer(address);
    case Space::local:
      return find_local(site.function, address);
    case Space::shared:
      if (address < shared_base_) return std::nullopt;
      return address - shared_base_;
    default:
      return address;
  }
}

}  // namespace warplens::device
