// What of mbarriers, of cp.async and of the block's barriers is kept for who looks at the block
// (barrier_records.h).
#include "kernels/machine/block/async_copies.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_barriers.h"
#include "kernels/machine/block/cluster_barriers.h"
#include "kernels/machine/block/mbarriers.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

BarrierStep step_of(const MbarrierUse& use) {
  switch (use.action) {
    case MbarrierAction::init:
      return BarrierStep::init;
    case MbarrierAction::invalidate:
      return BarrierStep::invalidate;
    case MbarrierAction::arrive_drop:
      return BarrierStep::arrive_drop;
    case MbarrierAction::expect_tx:
      return BarrierStep::expect_bytes;
    case MbarrierAction::complete_tx:
      return BarrierStep::complete;
    case MbarrierAction::copies_arrive:
    case MbarrierAction::copies_arrive_extra:
      return BarrierStep::follow_copies;
    default:
      return BarrierStep::arrive;
  }
}

bool arrives(MbarrierAction action) {
  return action == MbarrierAction::arrive || action == MbarrierAction::arrive_drop;
}

// The bytes that it is told of; 0: none.
std::int64_t bytes_of(const Issue& issue, const MbarrierUse& use, std::uint32_t lane) {
  const bool has_bytes = use.expects_bytes || use.action == MbarrierAction::expect_tx ||
                         use.action == MbarrierAction::complete_tx;
  if (!has_bytes || use.value == kNoSlot) return 0;
  return static_cast<std::int64_t>(read_slot(issue.frame.slots + use.value, 4, lane));
}

}  // namespace

void Mbarriers::record(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                       std::uint64_t offset, std::uint64_t before, std::uint64_t after,
                       std::uint32_t rank) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record =
      keeper.begin(step_of(use), issue.instruction, rank, issue.warp.index, 1u << lane);
  record.offset = static_cast<std::uint32_t>(offset);
  record.before = MbarrierState::from_bits(before);
  record.after = MbarrierState::from_bits(after);
  record.bytes = bytes_of(issue, use, lane);
  keeper.add(std::move(record));
}

void Mbarriers::record_elsewhere(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                                 std::uint64_t offset, std::uint32_t rank) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on() || !arrives(use.action)) return;
  BarrierRecord record = keeper.begin(BarrierStep::arrive_elsewhere, issue);
  record.mask = 1u << lane;
  record.offset = static_cast<std::uint32_t>(offset);
  record.to_rank = rank;
  record.bytes = bytes_of(issue, use, lane);
  keeper.add(std::move(record));
}

void Mbarriers::record_test(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                            std::uint64_t offset, std::uint64_t bits) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::test, issue.instruction, block_->rank,
                                      issue.warp.index, 1u << lane);
  const auto& predicate =
      *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + use.destination);
  record.offset = static_cast<std::uint32_t>(offset);
  record.before = record.after = MbarrierState::from_bits(bits);
  record.passes = (predicate >> lane & 1) != 0;
  record.waits_for = record.passes != record.after.phase;
  keeper.add(std::move(record));
}

void Mbarriers::record_complete(std::uint64_t offset, const ClusterThread& by, std::int32_t bytes,
                                std::uint32_t instruction, const MbarrierState& after) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::complete, instruction, by.block.rank,
                                      by.thread / kWarpSize % block_->launch->warps,
                                      by.count == 1 ? 1u << by.thread % kWarpSize : ~0u);
  record.offset = static_cast<std::uint32_t>(offset);
  record.bytes = bytes;
  record.before = MbarrierState::from_bits(bits_at(offset));
  record.after = after;
  keeper.add(std::move(record));
}

void AsyncCopies::record(const Issue& issue, PendingCopies& copies) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::copy_begins, issue);
  if (copies.site != trace::kNone) --record.events;  // its own event
  record.mask = copies.lanes;
  std::vector<std::uint64_t> places;
  each_lane(copies.lanes, [&](std::uint32_t lane) { places.push_back(copies.offsets[lane]); });
  record.bytes = static_cast<std::int64_t>(places.size() * copies.width);
  record.runs = runs_of(places, copies.width);
  copies.record = keeper.begin_access(std::move(record), AsyncGroup::copies);
}

void BlockBarriers::record_arrival(const Issue& issue, const BarrierUse& use, std::uint32_t id) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  const bool waits = use.action != BarrierAction::arrive;
  BarrierRecord record = keeper.begin(waits ? BarrierStep::reach : BarrierStep::reach_only, issue);
  record.offset = id;
  if (use.is_of_warpgroup) record.group = AsyncGroup::wgmma;
  record.groups_left = use.groups_left;
  keeper.add(std::move(record));
}

void BlockBarriers::record_meeting(const OpenBarrier& barrier, bool is_of_warpgroup) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::meet, barrier.instruction, block_->rank, 0, ~0u);
  record.warps = static_cast<std::uint32_t>(warps_.size());
  record.offset = barrier.id;
  if (is_of_warpgroup) record.group = AsyncGroup::wgmma;
  keeper.add(std::move(record));
}

void ClusterBarriers::record(BarrierStep step, const Issue& issue, bool passes) const {
  for (const ClusterMember& member : block_->cluster->members()) {
    if (member.has_exited()) continue;
    const BarrierKeeper keeper(*member.context);
    if (!keeper.is_on()) continue;
    BarrierRecord record =
        keeper.begin(step, issue.instruction, block_->rank, issue.warp.index, issue.mask);
    record.passes = passes;
    keeper.add(std::move(record));
  }
}

}  // namespace warplens::machine
