// mbarriers: counted arrivals in shared memory, lane by lane.
#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kBytes = 8;

// Apart from the names of the block's numbered barriers (BlockBarriers::key).
std::uint64_t race_name(std::uint64_t offset) { return std::uint64_t{1} << 32 | offset; }

}  // namespace

void Block::mbarrier(const Issue& issue) {
  const MbarrierUse& use = image_->mbarriers[issue.code.detail];
  lane_addresses(issue, use.address, event_.address);
  if (use.is_generic) {
    each_lane(~0u, [&](std::uint32_t lane) { event_.address[lane] -= kSharedWindow; });
  }
  if (tracker_) {
    use_lanes(issue.frame, use.address.slot, issue.mask);
    if (use.value != kNoSlot) use_lanes(issue.frame, use.value, issue.mask);
    if (use.destination != kNoSlot) clear_lanes(issue.frame, use.destination, issue.mask);
  }
  const Target window{shared_.data(), 0, shared_.size()};
  const std::uint32_t good =
      lanes_inside(issue, trace::Space::shared, window, issue.mask, kBytes, true, trace::kNone);
  note_mbarrier(issue, use, good);
  each_lane(good, [&](std::uint32_t lane) {
    const std::uint64_t offset = event_.address[lane];
    std::uint64_t bits = 0;
    std::memcpy(&bits, shared_.data() + offset, kBytes);
    if (use.action == MbarrierAction::test_state || use.action == MbarrierAction::test_parity) {
      return test_mbarrier(issue, use, lane, bits);
    }
    const std::uint64_t next = change_mbarrier(issue, use, lane, bits);
    std::memcpy(shared_.data() + offset, &next, kBytes);
    if (use.destination != kNoSlot) {
      write_slot(issue.frame.slots + use.destination, kBytes, lane, bits);
    }
  });
}

// The object itself: setting it up is a write that must be ordered before its use.
void Block::note_mbarrier(const Issue& issue, const MbarrierUse& use, std::uint32_t mask) {
  if (shared_.races() == nullptr || mask == 0) return;
  // What makes inval the last use is most often a count of its own, which is no edge here.
  const bool sets_up = use.action == MbarrierAction::init;
  each_lane(mask, [&](std::uint32_t lane) { shared_.mark_written(event_.address[lane], kBytes); });
  RaceAccess access;
  access.warp = issue.warp.index;
  access.mask = mask;
  access.offsets = &event_.address;
  access.width = kBytes;
  access.kind = sets_up ? RaceAccessKind::write : RaceAccessKind::atomic;
  access.instruction = issue.instruction;
  note_race_access(access, trace::kNone);
}

void Block::test_mbarrier(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                          std::uint64_t bits) {
  const bool is_parity = use.action == MbarrierAction::test_parity;
  const std::uint64_t value =
      read_slot(issue.frame.slots + use.value, is_parity ? 4 : kBytes, lane);
  const bool waits_for = is_parity ? (value & 1) != 0 : MbarrierState::from_bits(value).phase;
  const bool is_over = MbarrierState::from_bits(bits).phase != waits_for;
  auto& predicate = *reinterpret_cast<std::uint32_t*>(issue.frame.slots + use.destination);
  predicate = (predicate & ~(1u << lane)) | std::uint32_t{is_over} << lane;
  if (!is_over || shared_.races() == nullptr) return;
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  shared_.races()->wait(race_name(event_.address[lane]), {&thread, 1});
}

std::uint64_t Block::change_mbarrier(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                                     std::uint64_t bits) {
  MbarrierState state = MbarrierState::from_bits(bits);
  const std::uint32_t value =
      use.value == kNoSlot
          ? 1u
          : static_cast<std::uint32_t>(read_slot(issue.frame.slots + use.value, 4, lane));
  const std::uint32_t count = use.expects_bytes ? 1 : value;
  switch (use.action) {
    case MbarrierAction::init:
      return MbarrierState{value, value, 0, false}.bits();
    case MbarrierAction::invalidate:
      return 0;
    case MbarrierAction::expect_tx:
      state.bytes += static_cast<std::int32_t>(value);
      return state.bits();
    case MbarrierAction::complete_tx:
      state.bytes -= static_cast<std::int32_t>(value);
      break;
    case MbarrierAction::copies_arrive:
    case MbarrierAction::copies_arrive_extra:
      // A thread's copies may be complete at any time: they are now, and it arrives.
      complete_copies(issue.warp, 1u << lane, kNoIndex);
      if (use.action == MbarrierAction::copies_arrive_extra) ++state.pending;
      state.arrive(1);
      break;
    case MbarrierAction::arrive_drop:
      state.expected -= std::min(count, state.expected);
      [[fallthrough]];
    default:
      if (use.expects_bytes) state.bytes += static_cast<std::int32_t>(value);
      state.arrive(count);
      break;
  }
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  const std::uint64_t name = race_name(event_.address[lane]);
  if (shared_.races() != nullptr) shared_.races()->arrive(name, {&thread, 1});
  if (state.complete() && shared_.races() != nullptr) shared_.races()->complete_phase(name);
  return state.bits();
}

}  // namespace warplens::machine
