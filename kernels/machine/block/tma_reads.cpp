#include "kernels/machine/block/tma_reads.h"

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

RaceAccess read_of(const ThreadAccess& by, std::uint32_t agent, const PlacedLanes& lanes,
                   std::uint32_t bytes) {
  RaceAccess access = access_of_agent(agent, RaceAccessKind::read, bytes, by.instruction);
  access.lanes = lanes;
  access.first_load = by.load;
  return access;
}

}  // namespace

std::uint32_t TmaReads::begin(const Issue& issue, std::uint32_t lane, const TmaMove& move,
                              std::uint64_t from, std::uint64_t mbarrier) {
  SharedHazards& hazards = memory_->hazards;
  if (!hazards.is_on()) return kNoIndex;
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  const std::uint32_t agent = agent_of(*block_, thread);
  order_behind_thread(memory_->shared.races(), *block_, thread);
  InFlight open;
  open.by = OpenAccess::By::bulk_copy;
  open.access = {thread, issue.instruction, RaceAccessKind::read,
                 block_->values.is_on() ? kUsedLoad : 0};
  open.mbarrier = mbarrier;
  const std::uint32_t number = hazards.in_flight().begin(open);
  const ValueTracker::Loads loads = block_->values.begin_load(issue);
  LaneAddresses places{};
  for (const TmaPiece& piece : move.pieces) {
    places[lane] = move.place(from, piece.at);
    const OwnLanes own(1u << lane, places);
    hazards.note_load(issue, read_of(open.access, agent, own.placed(), piece.bytes), trace::kNone,
                      loads, {});
    check_fence(issue, lane, places[lane], piece.bytes);
    hazards.in_flight().cover(number, lane, places[lane], piece.bytes, nullptr);
  }
  block_->values.use_loads(loads);
  return number;
}

void TmaReads::check_fence(const Issue& issue, std::uint32_t lane, std::uint64_t place,
                           std::uint32_t bytes) {
  const GenericWrites& writes = *memory_->hazards.generic_writes();
  const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
  const auto unfenced = writes.unfenced(place, bytes, writes.latest_fence(thread, thread + 1));
  if (!unfenced) return;
  FindingPlace where{issue.instruction, issue.warp.index, lane};
  where.other = unfenced->instruction;
  block_->report.add_lazily(trace::FindingKind::missing_proxy_fence, where, [&] {
    return finding_text::missing_proxy_fence(
        "cp.async.bulk", memory_->hazards.place_of(unfenced->offset), unfenced->thread,
        block_->image->code_place(unfenced->instruction));
  });
}

void TmaReads::end(std::uint32_t number, const TmaMove& move, std::uint64_t from) {
  if (number == kNoIndex) return;
  SharedHazards& hazards = memory_->hazards;
  const ThreadAccess by = hazards.in_flight().at(number).access;
  const std::uint32_t agent = agent_of(*block_, by.thread);
  LaneAddresses places{};
  for (const TmaPiece& piece : move.pieces) {
    const std::uint64_t place = move.place(from, piece.at);
    places[agent % kWarpSize] = place;
    const OwnLanes own(1u << agent % kWarpSize, places);
    hazards.in_flight().uncover(number, place, piece.bytes);
    hazards.remember(read_of(by, agent, own.placed(), piece.bytes));
  }
}

}  // namespace warplens::machine
