#include "kernels/machine/block/mbarriers.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {

using trace::Space;

namespace {

// Apart from the names of the block's numbered barriers (OpenBarriers::key).
std::uint64_t race_name(std::uint64_t offset) { return std::uint64_t{1} << 32 | offset; }

// What threads of other blocks may do to an mbarrier (PTX ISA, "mbarrier.arrive").
bool is_for_others(MbarrierAction action) {
  return action == MbarrierAction::arrive || action == MbarrierAction::arrive_drop ||
         action == MbarrierAction::expect_tx || action == MbarrierAction::complete_tx ||
         action == MbarrierAction::tensor_commit;
}

bool is_test(MbarrierAction action) {
  return action == MbarrierAction::test_state || action == MbarrierAction::test_parity;
}

// Whether the phase that lane's test asks about is over.
bool is_phase_over(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                   std::uint64_t bits) {
  const bool is_parity = use.action == MbarrierAction::test_parity;
  const std::uint64_t value =
      read_slot(issue.frame.slots + use.value, is_parity ? 4 : MbarrierState::kBytes, lane);
  const bool waits_for = is_parity ? (value & 1) != 0 : MbarrierState::from_bits(value).phase;
  return MbarrierState::from_bits(bits).phase != waits_for;
}

}  // namespace

void Mbarriers::start() {
  initialised_.clear();
  over_.clear();
  commits_.clear();
}

void Mbarriers::execute(const Issue& issue) {
  const MbarrierUse& use = block_->image->mbarriers[issue.code.detail];
  note_poll(issue);
  LaneAddresses offsets;
  compute_shared_offsets(issue, use.address, use.is_generic, offsets);
  if (block_->values.is_on()) use_values(issue, use);
  std::uint32_t own_lanes = issue.mask;
  if (use.is_of_cluster && block_->cluster != nullptr) {
    const std::uint32_t others = distributed_->take_others(issue.mask, offsets);
    if (others != 0 && is_for_others(use.action)) {
      execute_others(issue, use, offsets, others);
      own_lanes &= ~others;
    }
  } else {
    take_own_offsets(block_->shared_start, offsets);
  }
  const std::uint32_t good = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {offsets, own_lanes, MbarrierState::kBytes, true, trace::Space::shared, trace::kNone});
  note(issue, use, offsets, good);
  each_lane(good,
            [&](std::uint32_t lane) { execute_lane(issue, use, lane, offsets[lane], *this); });
}

void Mbarriers::execute_others(const Issue& issue, const MbarrierUse& use,
                               const LaneAddresses& addresses, std::uint32_t mask) {
  const LaneAccess objects{
      addresses, mask, MbarrierState::kBytes, true, trace::Space::distributed, trace::kNone};
  distributed_->each_block(
      issue, objects,
      [&](ClusterMember& member, std::uint32_t rank, const MemoryRange& range, std::uint32_t in) {
        const RaceAccess race =
            SharedHazards::access_of(issue, in, {}, MbarrierState::kBytes, RaceAccessKind::atomic);
        distributed_->note(issue, race, addresses, rank, trace::kNone);
        each_lane(in, [&](std::uint32_t lane) {
          execute_lane(issue, use, lane, addresses[lane] - range.base, *member.mbarriers);
        });
      });
}

void Mbarriers::use_values(const Issue& issue, const MbarrierUse& use) {
  TrackedValues& values = block_->values;
  values.use(issue.frame, use.address.slot, issue.mask);
  if (use.value != kNoSlot) values.use(issue.frame, use.value, issue.mask);
  if (use.blocks != kNoSlot) values.use(issue.frame, use.blocks, issue.mask);
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
                             std::uint64_t offset, Mbarriers& owner) {
  // Whoever tests an mbarrier for a phase finds complete what that counts; until then nothing needs
  // to be.
  const bool passes = is_test(use.action) && is_phase_over(issue, use, lane, owner.bits_at(offset));
  if (passes) owner.tma_copies_->pass(offset, issue.instruction);
  if (!passes && use.action != MbarrierAction::init) owner.land(offset, is_test(use.action));
  if (is_test(use.action)) land_commits(issue, use, lane, offset);
  const std::uint64_t bits = owner.bits_at(offset);
  check_life(issue, use.action, lane, offset, owner);
  if (is_test(use.action)) return test(issue, use, lane, offset, bits);
  if (use.action == MbarrierAction::tensor_commit) return commit(issue, use, lane, offset, owner);
  const std::uint64_t after = changed(issue, use, lane, offset, bits, owner);
  owner.record(issue, use, lane, offset, bits, after, block_->rank);
  if (&owner != this) record_elsewhere(issue, use, lane, offset, owner.block_->rank);
  owner.keep(use.action, offset, after);
  if (use.destination == kNoSlot) return;
  write_slot(issue.frame.slots + use.destination, MbarrierState::kBytes, lane, bits);
}

std::uint64_t Mbarriers::bits_at(std::uint64_t offset) const {
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory_->shared.data() + offset, MbarrierState::kBytes);
  return bits;
}

void Mbarriers::check_life(const Issue& issue, MbarrierAction action, std::uint32_t lane,
                           std::uint64_t offset, const Mbarriers& owner) {
  if (action == MbarrierAction::init) return;
  const auto known = owner.initialised_.find(offset);
  if (known == owner.initialised_.end()) {
    report(issue, lane, finding_text::mbarrier_not_initialised(memory_->hazards.place_of(offset)));
  } else if (known->second != owner.bits_at(offset)) {
    report(issue, lane, finding_text::mbarrier_overwritten(memory_->hazards.place_of(offset)));
  }
}

void Mbarriers::keep(MbarrierAction action, std::uint64_t offset, std::uint64_t bits) {
  const bool is_new = action == MbarrierAction::init || action == MbarrierAction::invalidate;
  const auto phase = [](std::uint64_t of) { return MbarrierState::from_bits(of).phase; };
  if (is_new) over_.erase(offset);
  if (!is_new && phase(bits) != phase(bits_at(offset))) over_.insert(offset);
  std::memcpy(memory_->shared.data() + offset, &bits, MbarrierState::kBytes);
  if (action == MbarrierAction::invalidate) {
    initialised_.erase(offset);
  } else if (action == MbarrierAction::init || initialised_.contains(offset)) {
    initialised_[offset] = bits;
  }
}

void Mbarriers::check_arrival(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                              const MbarrierState& state, std::uint32_t count,
                              const Mbarriers& owner) {
  // A missing count was reported when the mbarrier was used without one.
  const bool is_known = owner.initialised_.contains(offset);
  if (count + owner.copies_->told(offset) <= state.pending || !is_known) return;
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
  take_own_offsets(block_->shared_start, offsets);
  const std::uint64_t offset = offsets[first_lane(fragment.mask)];
  if (offset > memory_->shared.size() || memory_->shared.size() - offset < MbarrierState::kBytes) {
    return std::nullopt;
  }
  const MbarrierState state = MbarrierState::from_bits(bits_at(offset));
  StuckMbarrier stuck{memory_->hazards.place_of(offset), state.pending, state.expected,
                      state.bytes};
  const bool is_untouched = state.pending == state.expected && state.bytes == 0;
  if (is_untouched && use.action == MbarrierAction::test_parity && over_.contains(offset)) {
    stuck.parity_over = state.phase ? 0 : 1;
  }
  return stuck;
}

void Mbarriers::test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                     std::uint64_t offset, std::uint64_t bits) {
  const bool is_over = is_phase_over(issue, use, lane, bits);
  auto& predicate = *reinterpret_cast<std::uint32_t*>(issue.frame.slots + use.destination);
  predicate = (predicate & ~(1u << lane)) | std::uint32_t{is_over} << lane;
  record_test(issue, use, lane, offset, bits);
  if (is_over && block_->order != nullptr) {
    order_blocks(*block_, issue.warp.index, offset, false);
    block_->order->barrier();
  }
  BlockRaces* const races = memory_->shared.races();
  if (!is_over || races == nullptr) return;
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  races->wait(race_name(offset), {&thread, 1});
}

std::uint64_t Mbarriers::changed(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                                 std::uint64_t offset, std::uint64_t bits, Mbarriers& owner) {
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
      check_arrival(issue, lane, offset, state, 1, owner);
      copies_->tell(issue.warp, lane, offset);
      return state.bits();
    case MbarrierAction::arrive_drop:
      state.expected -= std::min(count, state.expected);
      [[fallthrough]];
    default:
      if (use.expects_bytes) state.bytes += static_cast<std::int32_t>(value);
      check_arrival(issue, lane, offset, state, count, owner);
      state.arrive(count);
      break;
  }
  owner.note_arrival(own(issue.warp.index * kWarpSize + lane), offset, state.complete());
  return state.bits();
}

void Mbarriers::land(std::uint64_t offset, bool all) {
  for (const std::uint32_t agent : copies_->arrive(offset, all))
    complete(offset, own(agent), 1, 0, kNoIndex);
  if (all) complete_copies(tma_copies_->land(offset));
}

void Mbarriers::complete_copies_of(std::uint32_t rank) {
  complete_copies(tma_copies_->land_of(rank));
  const auto is_its = [rank](const Commit& commit) { return commit.rank == rank; };
  for (const Commit& commit : commits_) {
    if (is_its(commit)) land(commit);
  }
  std::erase_if(commits_, is_its);
}

void Mbarriers::commit(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                       std::uint64_t offset, Mbarriers& owner) {
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  const Commit asked{offset, block_->rank, thread, tensor_pipe_->commit(thread, offset),
                     issue.instruction};
  BarrierKeeper(*block_).add_group(BarrierStep::follow_tensors, issue, AsyncGroup::none);
  if (use.blocks == kNoSlot || block_->cluster == nullptr) return owner.commits_.push_back(asked);
  const auto blocks =
      static_cast<std::uint32_t>(read_slot(issue.frame.slots + use.blocks, 2, lane));
  LaneAddresses places{};
  const LaneAccess object{places, 1u << lane,         MbarrierState::kBytes,
                          true,   Space::distributed, trace::kNone};
  each_lane(blocks, [&](std::uint32_t rank) {
    ClusterMember* const member = distributed_->find(issue, object, lane, rank);
    if (member != nullptr) member->mbarriers->commits_.push_back(asked);
  });
}

void Mbarriers::land_commits(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                             std::uint64_t offset) {
  while (!is_phase_over(issue, use, lane, bits_at(offset))) {
    const auto next = std::ranges::find(commits_, offset, &Commit::offset);
    if (next == commits_.end()) return;
    const Commit commit = *next;
    commits_.erase(next);
    land(commit);
  }
}

void Mbarriers::land(const Commit& commit) {
  const bool is_own = commit.rank == block_->rank;
  BlockContext* asker = block_;
  BlockMemory* memory = memory_;
  TensorPipe* pipe = tensor_pipe_;
  if (!is_own) {
    const ClusterMember& member = block_->cluster->at(commit.rank);
    asker = member.context;
    memory = member.memory;
    pipe = member.tensor_pipe;
  }
  pipe->complete(commit.thread, commit.number);
  const std::uint32_t agents = warp_of_tcgen05(*asker, commit.thread / kWarpSize) * kWarpSize;
  complete(commit.offset, {*asker, memory->shared.races(), agents, kWarpSize}, 1, 0,
           commit.instruction);
}

void Mbarriers::complete_copies(std::span<const TmaCopies::Landed> landed) {
  for (const TmaCopies::Landed& copy : landed) {
    if (copy.rank == block_->rank) {
      complete(copy.barrier, own(copy.agent), 0, copy.bytes, copy.instruction);
      continue;
    }
    const ClusterMember& asker = block_->cluster->at(copy.rank);
    complete(copy.barrier, {*asker.context, asker.memory->shared.races(), copy.agent}, 0,
             copy.bytes, copy.instruction);
  }
}

void Mbarriers::complete_for(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                             const ClusterThread& by, std::int32_t bytes) {
  const auto known = initialised_.find(offset);
  if (known == initialised_.end()) {
    by.block.report.add(trace::FindingKind::bad_mbarrier,
                        {issue.instruction, issue.warp.index, lane},
                        finding_text::mbarrier_not_initialised(memory_->hazards.place_of(offset)));
  }
  complete(offset, by, 0, bytes, issue.instruction);
}

void Mbarriers::complete(std::uint64_t offset, const ClusterThread& by, std::uint32_t arrivals,
                         std::int32_t bytes, std::uint32_t instruction) {
  MbarrierState state = MbarrierState::from_bits(bits_at(offset));
  state.bytes -= bytes;
  state.arrive(arrivals);
  note_arrival(by, offset, state.complete());
  record_complete(offset, by, bytes, instruction, state);
  keep(MbarrierAction::complete_tx, offset, state.bits());
}

ClusterThread Mbarriers::own(std::uint32_t thread) {
  return {*block_, memory_->shared.races(), thread};
}

void Mbarriers::note_arrival(const ClusterThread& by, std::uint64_t offset, bool is_complete) {
  const std::uint32_t warp = by.thread / kWarpSize % block_->launch->warps;
  if (&by.block != block_) order_blocks(by.block, warp, offset, true);
  if (by.races == nullptr) return;
  std::vector<std::uint32_t> threads(by.count);
  std::iota(threads.begin(), threads.end(), by.thread);
  by.races->arrive_at(block_->rank, race_name(offset), threads);
  if (is_complete) memory_->shared.races()->complete_phase(race_name(offset));
}

void Mbarriers::order_blocks(BlockContext& block, std::uint32_t warp, std::uint64_t offset,
                             bool arrives) {
  if (block.order == nullptr || block.cluster == nullptr) return;
  LaneAddresses place;
  place.fill(kSharedPlace | block_->cluster->at(block_->rank).block << 24 | offset);
  block.order->strong_access({.warp = warp,
                              .lanes = 1,
                              .addresses = &place,
                              .reads = !arrives,
                              .writes = arrives,
                              .updates = arrives,
                              .acquires = !arrives,
                              .releases = arrives});
}

}  // namespace warplens::machine
