#include "kernels/machine/block/mbarriers.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Apart from the names of the block's numbered barriers (OpenBarriers::key).
std::uint64_t race_name(std::uint64_t offset) { return std::uint64_t{1} << 32 | offset; }

bool is_test(MbarrierAction action) {
  return action == MbarrierAction::test_state || action == MbarrierAction::test_parity;
}

}  // namespace

void Mbarriers::start() { initialised_.clear(); }

void Mbarriers::execute(const Issue& issue) {
  const MbarrierUse& use = block_->image->mbarriers[issue.code.detail];
  note_poll(issue);
  LaneAddresses offsets;
  compute_shared_offsets(issue, use.address, use.is_generic, offsets);
  if (block_->values.is_on()) use_values(issue, use);
  const std::uint32_t good = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {offsets, issue.mask, MbarrierState::kBytes, true, trace::Space::shared, trace::kNone});
  note(issue, use, offsets, good);
  each_lane(good, [&](std::uint32_t lane) { execute_lane(issue, use, lane, offsets[lane]); });
}

void Mbarriers::use_values(const Issue& issue, const MbarrierUse& use) {
  TrackedValues& values = block_->values;
  values.use(issue.frame, use.address.slot, issue.mask);
  if (use.value != kNoSlot) values.use(issue.frame, use.value, issue.mask);
  if (use.destination != kNoSlot) values.clear(issue.frame, use.destination, issue.mask);
}

// The object itself: setting it up is a write that must be ordered before its use.
void Mbarriers::note(const Issue& issue, const MbarrierUse& use, const LaneAddresses& offsets,
                     std::uint32_t mask) {
  if (mask == 0) return;
  // What makes inval the last use is most often a count of its own, which is no edge here.
  const bool sets_up = use.action == MbarrierAction::init;
  const auto kind = sets_up ? RaceAccessKind::write : RaceAccessKind::atomic;
  const OwnLanes lanes(mask, offsets);
  memory_->hazards.note_write(
      SharedHazards::access_of(issue, mask, lanes.placed(), MbarrierState::kBytes, kind),
      trace::kNone);
}

void Mbarriers::execute_lane(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                             std::uint64_t offset) {
  // Whoever tests an mbarrier finds complete what it counts; until then nothing needs to be.
  if (use.action != MbarrierAction::init) land(offset, is_test(use.action));
  std::byte* const object = memory_->shared.data() + offset;
  std::uint64_t bits = 0;
  std::memcpy(&bits, object, MbarrierState::kBytes);
  check_life(issue, use, lane, offset, bits);
  if (is_test(use.action)) return test(issue, use, lane, offset, bits);
  const std::uint64_t next = changed(issue, use, lane, offset, bits);
  std::memcpy(object, &next, MbarrierState::kBytes);
  keep(use.action, offset, next);
  if (use.destination == kNoSlot) return;
  write_slot(issue.frame.slots + use.destination, MbarrierState::kBytes, lane, bits);
}

void Mbarriers::check_life(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                           std::uint64_t offset, std::uint64_t bits) {
  if (use.action == MbarrierAction::init) return;
  const auto known = initialised_.find(offset);
  if (known == initialised_.end()) {
    report(issue, lane, finding_text::mbarrier_not_initialised(memory_->hazards.place_of(offset)));
  } else if (known->second != bits) {
    report(issue, lane, finding_text::mbarrier_overwritten(memory_->hazards.place_of(offset)));
  }
}

void Mbarriers::keep(MbarrierAction action, std::uint64_t offset, std::uint64_t bits) {
  if (action == MbarrierAction::invalidate) {
    initialised_.erase(offset);
  } else if (action == MbarrierAction::init || initialised_.contains(offset)) {
    initialised_[offset] = bits;
  }
}

void Mbarriers::check_arrival(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                              const MbarrierState& state, std::uint32_t count) {
  // A missing count was reported when the mbarrier was used without one.
  if (count + copies_->told(offset) <= state.pending || !initialised_.contains(offset)) return;
  report(issue, lane,
         finding_text::mbarrier_arrivals(memory_->hazards.place_of(offset), count, state.pending,
                                         state.expected));
}

void Mbarriers::report(const Issue& issue, std::uint32_t lane, const FindingText& text) {
  block_->report.add(trace::FindingKind::bad_mbarrier, {issue.instruction, issue.warp.index, lane},
                     text);
}

std::optional<StuckMbarrier> Mbarriers::waited_for(Warp& warp, Fragment& fragment,
                                                   std::uint32_t instruction) {
  const FunctionImage& function = *fragment.frame->function;
  const std::uint32_t pc = instruction - function.first_instruction;
  if (pc >= function.code.size()) return std::nullopt;
  const Decoded& code = function.code[pc];
  if (code.kind != InstructionKind::mbarrier) return std::nullopt;
  const MbarrierUse& use = block_->image->mbarriers[code.detail];
  LaneAddresses offsets;
  compute_shared_offsets(
      {warp, fragment, *fragment.frame, code, instruction, fragment.mask, fragment.mask},
      use.address, use.is_generic, offsets);
  const std::uint64_t offset = offsets[first_lane(fragment.mask)];
  if (offset > memory_->shared.size() || memory_->shared.size() - offset < MbarrierState::kBytes) {
    return std::nullopt;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory_->shared.data() + offset, MbarrierState::kBytes);
  const MbarrierState state = MbarrierState::from_bits(bits);
  return StuckMbarrier{memory_->hazards.place_of(offset), state.pending, state.expected,
                       state.bytes};
}

void Mbarriers::test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                     std::uint64_t offset, std::uint64_t bits) {
  const bool is_parity = use.action == MbarrierAction::test_parity;
  const std::uint64_t value =
      read_slot(issue.frame.slots + use.value, is_parity ? 4 : MbarrierState::kBytes, lane);
  const bool waits_for = is_parity ? (value & 1) != 0 : MbarrierState::from_bits(value).phase;
  const bool is_over = MbarrierState::from_bits(bits).phase != waits_for;
  auto& predicate = *reinterpret_cast<std::uint32_t*>(issue.frame.slots + use.destination);
  predicate = (predicate & ~(1u << lane)) | std::uint32_t{is_over} << lane;
  if (is_over && block_->order != nullptr) block_->order->barrier();
  RaceDetector* const races = memory_->shared.races();
  if (!is_over || races == nullptr) return;
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  races->wait(race_name(offset), {&thread, 1});
}

std::uint64_t Mbarriers::changed(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                                 std::uint64_t offset, std::uint64_t bits) {
  MbarrierState state = MbarrierState::from_bits(bits);
  const std::uint32_t value =
      use.value == kNoSlot
          ? 1u
          : static_cast<std::uint32_t>(read_slot(issue.frame.slots + use.value, 4, lane));
  const std::uint32_t count = use.expects_bytes ? 1 : value;
  switch (use.action) {
    case MbarrierAction::init:
      if (value == 0 || value > MbarrierState::kMaximumCount) {
        report(issue, lane, finding_text::mbarrier_count(memory_->hazards.place_of(offset), value));
      }
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
      if (use.action == MbarrierAction::copies_arrive_extra) ++state.pending;
      check_arrival(issue, lane, offset, state, 1);
      copies_->tell(issue.warp, lane, offset);
      return state.bits();
    case MbarrierAction::arrive_drop:
      state.expected -= std::min(count, state.expected);
      [[fallthrough]];
    default:
      if (use.expects_bytes) state.bytes += static_cast<std::int32_t>(value);
      check_arrival(issue, lane, offset, state, count);
      state.arrive(count);
      break;
  }
  note_arrival(issue.warp.index * kWarpSize + lane, offset, state.complete());
  return state.bits();
}

void Mbarriers::land(std::uint64_t offset, bool all) {
  for (const std::uint32_t agent : copies_->arrive(offset, all)) complete(offset, agent, 1, 0);
  if (!all) return;
  for (const TmaCopies::Landed& copy : tma_copies_->land(offset)) {
    complete(offset, copy.agent, 0, copy.bytes);
  }
}

void Mbarriers::complete(std::uint64_t offset, std::uint32_t agent, std::uint32_t arrivals,
                         std::int32_t bytes) {
  std::byte* const object = memory_->shared.data() + offset;
  std::uint64_t bits = 0;
  std::memcpy(&bits, object, MbarrierState::kBytes);
  MbarrierState state = MbarrierState::from_bits(bits);
  state.bytes -= bytes;
  state.arrive(arrivals);
  note_arrival(agent, offset, state.complete());
  bits = state.bits();
  std::memcpy(object, &bits, MbarrierState::kBytes);
  keep(MbarrierAction::complete_tx, offset, bits);
}

void Mbarriers::note_arrival(std::uint32_t thread, std::uint64_t offset, bool is_complete) {
  RaceDetector* const races = memory_->shared.races();
  if (races == nullptr) return;
  races->arrive(race_name(offset), {&thread, 1});
  if (is_complete) races->complete_phase(race_name(offset));
}

}  // namespace warplens::machine
