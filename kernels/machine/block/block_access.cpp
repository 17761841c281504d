// Loads and stores: addresses, the space they resolve to, bounds, and the bytes.
#include <algorithm>

#include "kernels/machine/block/block.h"
#include "kernels/machine/block/block_buffers.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/races/shared_order.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;
using trace::Space;

enum class Window : std::uint8_t { buffers, shared, local, parameters };

Window window_of(std::uint64_t address) {
  if (address - kSharedWindow < kWindowBytes) return Window::shared;
  if (address - kLocalWindow < kWindowBytes) return Window::local;
  if (address - kParameterWindow < kWindowBytes) return Window::parameters;
  return Window::buffers;
}

std::uint64_t window_base(Window window) {
  switch (window) {
    case Window::shared:
      return kSharedWindow;
    case Window::local:
      return kLocalWindow;
    case Window::parameters:
      return kParameterWindow;
    default:
      return 0;
  }
}

}  // namespace

void Block::lane_addresses(const Issue& issue, const AddressOperand& operand,
                           LaneAddresses& addresses) {
  const std::byte* slot = issue.frame.slots + operand.slot;
  if (operand.is_wide) {
    const auto* base = reinterpret_cast<const std::uint64_t*>(slot);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) addresses[i] = base[i] + operand.offset;
  } else {
    const auto* base = reinterpret_cast<const std::uint32_t*>(slot);
    const auto offset = static_cast<std::uint32_t>(operand.offset);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) addresses[i] = base[i] + offset;
  }
}

void Block::record(const Issue& issue, std::uint32_t site, std::uint32_t mask) {
  if (recorder_ == nullptr || mask == 0 || site == trace::kNone) return;
  event_.site = site;
  event_.warp = issue.warp.index;
  event_.mask = mask;
  recorder_->record(event_);
}

void Block::access(const Issue& issue, const MemoryAccess& access, bool is_store) {
  lane_addresses(issue, access.address, event_.address);
  if (tracker_) {
    use_lanes(issue.frame, access.address.slot, issue.mask);
    for (std::uint32_t i = 0; is_store && i < access.elements; ++i) {
      use_lanes(issue.frame, access.slots[i], issue.mask);
    }
  }
  for (const SpaceLanes& part : resolve(access.space, issue.mask)) {
    if (part.mask == 0) continue;
    if (part.space == Space::none) {
      access_parameters(issue, access, is_store, part.mask);
    } else {
      access_space(issue, access, is_store, part.space, part.mask);
    }
  }
  if (tracker_ && !is_store) pass_guard(issue, access);
}

std::array<Block::SpaceLanes, 4> Block::resolve(StateSpace space, std::uint32_t mask) {
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
  // Generic: each lane goes where its own address points.
  constexpr Space kSpaces[] = {Space::global, Space::shared, Space::local, Space::none};
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].space = kSpaces[i];
  each_lane(mask, [&](std::uint32_t lane) {
    const Window window = window_of(event_.address[lane]);
    parts[static_cast<std::size_t>(window)].mask |= 1u << lane;
    event_.address[lane] -= window_base(window);
  });
  return parts;
}

void Block::access_space(const Issue& issue, const MemoryAccess& access, bool is_store, Space space,
                         std::uint32_t mask) {
  const std::uint32_t site = access.sites[static_cast<std::size_t>(space)];
  if (!is_store && tracker_) {
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      clear_lanes(issue.frame, access.slots[i], mask);
    }
  }
  switch (space) {
    case Space::shared:
      return access_shared(issue, access, is_store, mask, site);
    case Space::local:
      return access_local(issue, access, is_store, mask, site);
    default:
      return access_global(issue, access, is_store, mask, site);
  }
}

bool Block::all_inside(const Target& target, std::uint32_t mask, std::uint32_t width) const {
  if (target.bytes < width) return false;
  const std::uint64_t last = target.bytes - width;
  // Memory is far smaller than 2^63 bytes, so the top bit tells an offset that is negative or
  // beyond `last`: no comparison, which plain x86-64 could not do for several lanes at once.
  std::uint64_t outside = 0;
  std::uint64_t bits = 0;
  each_lane(mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = event_.address[lane] - target.base;
    outside |= offset | (last - offset);
    bits |= event_.address[lane];
  });
  return (outside >> 63) == 0 && (bits & (width - 1)) == 0;
}

std::uint32_t Block::lanes_inside(const Issue& issue, Space space, const Target& target,
                                  std::uint32_t mask, std::uint32_t width, bool is_store,
                                  std::uint32_t site) {
  if (all_inside(target, mask, width)) return mask;
  std::uint32_t good = 0;
  each_lane(mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = event_.address[lane] - target.base;
    const bool is_inside = target.bytes >= width && offset <= target.bytes - width;
    if (is_inside && event_.address[lane] % width == 0) {
      good |= 1u << lane;
    } else {
      report_bad_access(issue, space, lane, width, is_store, site);
    }
  });
  return good;
}

Block::Target Block::buffer_target(std::uint64_t address, std::uint32_t width) const {
  const std::size_t index = launch_->memory->find(address, width);
  if (index == launch_->memory->buffers().size()) return {};
  const std::span<std::byte> bytes = launch_->memory->bytes(index);
  return {bytes.data(), launch_->memory->buffers()[index].address, bytes.size()};
}

void Block::move(const Issue& issue, const MemoryAccess& access, bool is_store,
                 const Target& target, std::uint32_t mask) {
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    std::byte* const origin = target.origin + std::size_t{i} * access.element_bytes;
    std::byte* const slot = issue.frame.slots + access.slots[i];
    if (is_store) {
      access.store(origin, target.base, event_.address, slot, mask);
    } else {
      access.load(origin, target.base, event_.address, slot, mask);
    }
  }
}

void Block::move_concurrent(const Issue& issue, const MemoryAccess& access, bool is_store,
                            const Target& target, std::uint32_t mask) {
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    std::byte* const origin = target.origin + std::size_t{i} * access.element_bytes;
    std::byte* const slot = issue.frame.slots + access.slots[i];
    if (is_store) {
      access.store_concurrent(origin, target.base, event_.address, slot, mask);
    } else {
      access.load_concurrent(origin, target.base, event_.address, slot, mask);
    }
  }
}

void Block::zero_loaded(const Issue& issue, const MemoryAccess& access, std::uint32_t mask) {
  static constexpr std::array<std::byte, 32> kZero{};
  static constexpr LaneAddresses kNowhere{};
  for (std::uint32_t i = 0; mask != 0 && i < access.elements; ++i) {
    access.load(kZero.data(), 0, kNowhere, issue.frame.slots + access.slots[i], mask);
  }
}

void Block::access_global(const Issue& issue, const MemoryAccess& access, bool is_store,
                          std::uint32_t mask, std::uint32_t site) {
  const Space space = access.space == StateSpace::constant ? Space::constant : Space::global;
  const std::uint32_t bad = each_buffer(issue, mask, access.width, is_store, space, site,
                                        [&](const Target& target, std::uint32_t lanes) {
                                          if (launch_->concurrent) {
                                            move_concurrent(issue, access, is_store, target, lanes);
                                          } else {
                                            move(issue, access, is_store, target, lanes);
                                          }
                                        });
  if (!is_store) zero_loaded(issue, access, bad);
  record(issue, site, mask & ~bad);
}

void Block::access_shared(const Issue& issue, const MemoryAccess& access, bool is_store,
                          std::uint32_t mask, std::uint32_t site) {
  const Target target{shared_.data(), 0, shared_.size()};
  const std::uint32_t good =
      lanes_inside(issue, Space::shared, target, mask, access.width, is_store, site);
  if (!is_store) zero_loaded(issue, access, mask & ~good);
  if (good == 0) return;
  move(issue, access, is_store, target, good);
  record(issue, site, good);
  if (is_store) {
    note_shared_store(issue, access, good, site);
  } else {
    note_shared_load(issue, access.width, access.shared_kind, good, site,
                     {access.slots.data(), access.elements}, begin_load(issue, access.elements));
  }
  order_through(shared_.races(), issue.code.operands[kOptionPlace], issue.warp.index, good,
                event_.address);
}

void Block::access_local(const Issue& issue, const MemoryAccess& access, bool is_store,
                         std::uint32_t mask, std::uint32_t site) {
  Warp& warp = issue.warp;
  const std::uint64_t end =
      std::uint64_t{issue.frame.local_base} + issue.frame.function->local_bytes;
  // A thread's variables are one after the other; `end` is the top of its stack.
  const std::uint32_t good =
      lanes_inside(issue, Space::local, {nullptr, 0, end}, mask, access.width, is_store, site);
  if (!is_store) zero_loaded(issue, access, mask & ~good);
  if (good == 0) return;
  record(issue, site, good);
  each_lane(good, [&](std::uint32_t lane) {
    move(issue, access, is_store, {warp.local(lane), 0, end}, 1u << lane);
  });
}

void Block::access_parameters(const Issue& issue, const MemoryAccess& access, bool is_store,
                              std::uint32_t mask) {
  const std::vector<std::byte>& block = launch_->request->parameters;
  CallFrame& frame = issue.frame;
  const std::size_t stride = frame.function->parameter_bytes;
  if (tracker_ && !is_store) track_parameter_load(issue, access, mask);
  if (tracker_ && is_store) track_parameter_store(issue, access, mask);
  LaneAddresses& addresses = event_.address;
  std::uint32_t own = 0, shared = 0, bad = 0;
  each_lane(mask, [&](std::uint32_t lane) {
    const bool is_own = addresses[lane] >= kFrameParameters;
    const std::uint64_t offset = addresses[lane] - (is_own ? kFrameParameters : 0);
    const std::uint64_t bytes = is_own ? stride : block.size();
    if (bytes < access.width || offset > bytes - access.width || (!is_own && is_store)) {
      bad |= 1u << lane;
      report(Kind::out_of_bounds, {issue.instruction, issue.warp.index, lane},
             finding_text::bad_parameter_access(is_store, access.width, offset, bytes));
      return;
    }
    (is_own ? own : shared) |= 1u << lane;
    if (is_own) addresses[lane] = lane * stride + offset;
  });
  if (!is_store) zero_loaded(issue, access, bad);
  if (own != 0) move(issue, access, is_store, {frame.parameters, 0, 0}, own);
  if (shared == 0) return;
  // A launch's parameters are only read: the store form was refused above.
  move(issue, access, false, {const_cast<std::byte*>(block.data()), 0, 0}, shared);
}

}  // namespace warplens::machine
