#include "kernels/machine/block/lane_addresses.h"

#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_loops.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;
using trace::Space;

enum class Window : std::uint8_t { buffers, shared, local, parameters };

Window window_of(std::uint64_t address) {
  if (address - kSharedWindow < kWindowBytes) return Window::shared;
  if (is_in_local_windows(address)) return Window::local;
  if (address - kParameterWindow < kWindowBytes) return Window::parameters;
  return Window::buffers;
}

std::uint64_t window_base(Window window) {
  switch (window) {
    case Window::shared:
      return kSharedWindow;
    case Window::parameters:
      return kParameterWindow;
    default:
      return 0;
  }
}

}  // namespace

void compute_addresses(const Issue& issue, const AddressOperand& operand,
                       LaneAddresses& addresses) {
  const std::byte* slot = issue.frame.slots + operand.slot;
  if (operand.is_wide) {
    add_offset(reinterpret_cast<const std::uint64_t*>(slot), operand.offset, addresses);
  } else {
    add_offset(reinterpret_cast<const std::uint32_t*>(slot),
               static_cast<std::uint32_t>(operand.offset), addresses);
  }
}

std::array<SpaceLanes, 4> split_by_space(StateSpace space, std::uint32_t mask,
                                         LaneAddresses& addresses) {
  std::array<SpaceLanes, 4> parts{};
  switch (space) {
    case StateSpace::global:
      parts[0] = {Space::global, mask};
      return parts;
    case StateSpace::constant:
      parts[0] = {Space::constant, mask};
      return parts;
    case StateSpace::shared:
      parts[0] = {Space::shared, mask};
      return parts;
    case StateSpace::local:
      parts[0] = {Space::local, mask};
      return parts;
    default:
      break;
  }
  constexpr Space kSpaces[] = {Space::global, Space::shared, Space::local, Space::none};
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].space = kSpaces[i];
  each_lane(mask, [&](std::uint32_t lane) {
    const Window window = window_of(addresses[lane]);
    parts[static_cast<std::size_t>(window)].mask |= 1u << lane;
    addresses[lane] -= window_base(window);
  });
  return parts;
}

std::uint32_t take_local_offsets(const Issue& issue, std::uint32_t mask, LaneAddresses& addresses,
                                 LaneAddresses& threads) {
  std::uint32_t foreign = 0;
  each_lane(mask, [&](std::uint32_t lane) {
    const auto [thread, offset] = local_address(addresses[lane]);
    threads[lane] = thread;
    addresses[lane] = offset;
    if (thread != issue.warp.index * kWarpSize + lane) foreign |= 1u << lane;
  });
  return foreign;
}

void compute_shared_offsets(const Issue& issue, const AddressOperand& operand, bool is_generic,
                            LaneAddresses& offsets) {
  compute_addresses(issue, operand, offsets);
  if (!is_generic) return;
  for (std::uint64_t& offset : offsets) offset -= kSharedWindow;
}

}  // namespace warplens::machine
