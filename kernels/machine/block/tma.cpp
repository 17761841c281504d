#include "kernels/machine/block/tma.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {

using trace::FindingKind;
using trace::Space;
using Way = TmaCopy::Way;

namespace {

constexpr std::uint32_t kUnit = TmaMoves::kPiece;

std::uint16_t bits_of(std::span<const std::uint32_t> ranks) {
  std::uint16_t bits = 0;
  for (const std::uint32_t rank : ranks) bits |= static_cast<std::uint16_t>(1u << rank);
  return bits;
}

}  // namespace

RaceAccessKind TmaCopies::kind_of(const Copy& copy) {
  return copy.move.reduction ? RaceAccessKind::atomic : RaceAccessKind::write;
}

void TmaCopies::execute(const Issue& issue) {
  const TmaCopy& copy = block_->image->tma_copies[issue.code.detail];
  if (copy.way == Way::to_global) return stores_.execute(issue, copy);
  Places places;
  compute_addresses(issue, copy.shared, places.shared);
  compute_addresses(issue, copy.other, places.other);
  compute_addresses(issue, copy.barrier, places.barrier);
  if (block_->values.is_on()) use_values(*block_, issue, copy);
  if (copy.way == Way::to_shared) ++block_->buffer_reads;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (!block_->has_ended) ask(issue, copy, places, lane);
  });
  block_->events.record_copies(issue, asked_);
  asked_.clear();
}

void TmaCopies::ask(const Issue& issue, const TmaCopy& copy, const Places& places,
                    std::uint32_t lane) {
  const bool is_to_block = copy.way == Way::to_block;
  const std::vector<std::uint32_t> ranks = destinations(issue, copy, places, lane);
  if (ranks.empty()) return;
  Copy asked;
  asked.to = offset_in_block(is_to_block ? places.other[lane] : places.shared[lane]);
  asked.barrier = offset_in_block(places.barrier[lane]);
  std::optional<TmaMove> move = is_to_block
                                    ? find_shared(issue, copy, places, asked.to, lane)
                                    : moves_.find(issue, copy, lane, asked.to, places.other[lane]);
  if (!move || !has_mbarrier(issue, lane, asked.barrier)) return;
  asked.instruction = issue.instruction;
  asked.rank = block_->rank;
  asked.thread = issue.warp.index * kWarpSize + lane;
  asked.move = std::move(*move);
  const bool is_own = ranks.size() == 1 && ranks.front() == block_->rank;
  if (is_to_block || !is_own) asked.move.what.blocks = bits_of(ranks);
  asked_.push_back(asked.move.what);
  if (is_to_block) {
    asked.source = moves_.own_offset(places.shared[lane]);
    asked.source_in_flight = reads_.begin(issue, lane, asked.move, *asked.source, asked.barrier);
  }
  for (const std::uint32_t rank : ranks) {
    asked.to_rank = rank;
    send(issue, lane, barrier_rank(copy, places.barrier[lane], rank), asked);
  }
}

std::optional<TmaMove> TmaCopies::find_shared(const Issue& issue, const TmaCopy& copy,
                                              const Places& places, std::uint64_t to,
                                              std::uint32_t lane) {
  const std::uint64_t from = moves_.own_offset(places.shared[lane]);
  const auto bytes = moves_.plain_bytes(issue, copy, lane, from);
  if (!bytes || !moves_.fits(issue, copy, lane, from, *bytes) ||
      !moves_.fits(issue, copy, lane, to, *bytes)) {
    return std::nullopt;
  }
  TmaMove move;
  move.what.lane = lane;
  move.what.way = copy.way;
  move.what.is_reduction = !copy.reduction.empty();
  move.what.shared = static_cast<std::uint32_t>(to);
  move.what.source = static_cast<std::uint32_t>(from);
  move.what.bytes = *bytes;
  move.reduction = reduction_of(copy, copy.type);
  for (const trace::CopyUnit& unit : trace::units_of(move.what)) {
    move.pieces.push_back({memory_->shared.data() + unit.other, 0, unit.at, unit.bytes});
  }
  return move;
}

std::uint64_t TmaCopies::offset_in_block(std::uint64_t address) const {
  return block_->cluster == nullptr ? address : cluster_address(address).offset;
}

bool TmaCopies::has_mbarrier(const Issue& issue, std::uint32_t lane, std::uint64_t offset) {
  LaneAddresses offsets{};
  offsets[lane] = offset;
  const LaneAccess object{offsets, 1u << lane,    MbarrierState::kBytes,
                          true,    Space::shared, trace::kNone};
  return memory_->bounds.lanes_inside(issue, memory_->shared_range(), object) != 0;
}

std::vector<std::uint32_t> TmaCopies::destinations(const Issue& issue, const TmaCopy& copy,
                                                   const Places& places, std::uint32_t lane) {
  if (block_->cluster == nullptr) return {block_->rank};
  if (copy.blocks != kNoSlot) return multicast_to(issue, copy, places, lane);
  const std::uint64_t to = copy.way == Way::to_block ? places.other[lane] : places.shared[lane];
  const std::uint32_t rank = distributed_->rank_of(to);
  const std::uint32_t counts = distributed_->rank_of(places.barrier[lane]);
  if (counts != rank && !(copy.is_of_pair && counts == (rank ^ 1))) {
    block_->report.add(FindingKind::bad_mbarrier, {issue.instruction, issue.warp.index, lane},
                       copy.is_of_pair ? finding_text::other_mbarrier_pair()
                                       : finding_text::other_mbarrier_block());
    return {};
  }
  if (counts != rank && !is_there(issue, places, lane, counts)) return {};
  return is_there(issue, places, lane, rank) ? std::vector{rank} : std::vector<std::uint32_t>();
}

std::vector<std::uint32_t> TmaCopies::multicast_to(const Issue& issue, const TmaCopy& copy,
                                                   const Places& places, std::uint32_t lane) {
  std::vector<std::uint32_t> ranks;
  const std::uint64_t blocks = read_slot(issue.frame.slots + copy.blocks, 2, lane);
  each_lane(static_cast<std::uint32_t>(blocks), [&](std::uint32_t rank) {
    const std::uint32_t counts = barrier_rank(copy, places.barrier[lane], rank);
    if (is_there(issue, places, lane, rank) &&
        (counts == rank || is_there(issue, places, lane, counts))) {
      ranks.push_back(rank);
    }
  });
  return ranks;
}

bool TmaCopies::is_there(const Issue& issue, const Places& places, std::uint32_t lane,
                         std::uint32_t rank) {
  const LaneAccess object{places.barrier, 1u << lane,         MbarrierState::kBytes,
                          true,           Space::distributed, trace::kNone};
  return distributed_->find(issue, object, lane, rank) != nullptr;
}

// Of a pair, the one of the rank's pair whose last bit is the mbarrier's.
std::uint32_t TmaCopies::barrier_rank(const TmaCopy& copy, std::uint64_t barrier,
                                      std::uint32_t to) const {
  if (block_->cluster == nullptr || !copy.is_of_pair) return to;
  return (to & ~1u) | (distributed_->rank_of(barrier) & 1);
}

void TmaCopies::send(const Issue& issue, std::uint32_t lane, std::uint32_t barrier_rank,
                     Copy copy) {
  const bool is_own = copy.to_rank == block_->rank && barrier_rank == block_->rank;
  if (block_->cluster == nullptr || is_own) return begin(std::move(copy));
  note_from_afar(issue, lane, copy.to_rank, copy);
  block_->cluster->at(barrier_rank).tma->begin(std::move(copy));
}

BlockMemory& TmaCopies::memory_of(const Copy& copy) {
  return copy.to_rank == block_->rank ? *memory_ : *block_->cluster->at(copy.to_rank).memory;
}

void TmaCopies::begin(Copy copy) {
  if (copy.rank == block_->rank && copy.to_rank == block_->rank) put_in_flight(copy);
  record(copy);
  if (copy.rank != block_->rank) keep_received(copy);
  copy.stretch = waits_;
  copy.delay = block_->landing.delay();
  if (copy.delay == 0) land(copy);
  pending_.push_back(std::move(copy));
}

void TmaCopies::record(Copy& copy) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::copy_begins, copy.instruction, copy.rank,
                                      copy.thread / kWarpSize, 1u << copy.thread % kWarpSize);
  record.offset = static_cast<std::uint32_t>(copy.barrier);
  record.bytes = static_cast<std::int64_t>(copy.move.what.bytes);
  const auto begin = static_cast<std::uint32_t>(copy.to);
  if (copy.to_rank == block_->rank) {
    record.runs = {{begin, begin + static_cast<std::uint32_t>(copy.move.what.shared_bytes())}};
  }
  copy.record = keeper.begin_access(std::move(record), AsyncGroup::none);
}

void TmaCopies::keep_received(const Copy& copy) {
  if (block_->matrices == nullptr) return;
  block_->matrices->add(ReceivedCopy{block_->image->place(copy.instruction).instruction,
                                     block_->events.recorded(), copy.rank, copy.move.what});
}

void TmaCopies::put_in_flight(Copy& copy) {
  SharedHazards& hazards = memory_->hazards;
  if (!hazards.is_on()) return;
  order_behind_thread(memory_->shared.races(), *block_, copy.thread);
  each_access(copy, [&](const RaceAccess& access) { hazards.note(access, trace::kNone); });
  InFlight open;
  open.by = OpenAccess::By::bulk_copy;
  open.access = {copy.thread, copy.instruction, RaceAccessKind::write};
  open.mbarrier = copy.barrier;
  copy.in_flight = hazards.in_flight().begin(open);
  for (std::uint64_t at = 0; at < copy.move.what.bytes; at += kUnit) {
    hazards.in_flight().cover(copy.in_flight, copy.thread % kWarpSize, copy.move.place(copy.to, at),
                              kUnit, nullptr);
  }
  if (copy.source) return;
  for (const TmaPiece& piece : copy.move.pieces) {
    hazards.in_flight().add_source(copy.in_flight, piece.address, piece.bytes);
  }
}

void TmaCopies::note_from_afar(const Issue& issue, std::uint32_t lane, std::uint32_t rank,
                               const Copy& copy) {
  LaneAddresses places{};
  for (std::uint64_t at = 0; at < copy.move.what.bytes; at += kUnit) {
    places[lane] = copy.move.place(copy.to, at);
    const RaceAccess access = SharedHazards::access_of(issue, 1u << lane, {}, kUnit, kind_of(copy));
    distributed_->note(issue, access, places, rank, trace::kNone, true);
  }
}

void TmaCopies::land(Copy& copy) {
  BlockMemory& memory = memory_of(copy);
  std::byte* const shared = memory.shared.data();
  const TmaMove& move = copy.move;
  if (move.what.map && !move.is_whole()) {
    const std::uint64_t outside = move.what.map->fill_bits();
    for (std::uint64_t at = 0; at < move.what.bytes; at += sizeof outside) {
      std::memcpy(shared + move.place(copy.to, at), &outside, sizeof outside);
    }
  }
  for (const TmaPiece& piece : move.pieces) {
    std::byte* const to = shared + move.place(copy.to, piece.at);
    move.apply(to, piece.place, piece.bytes);
    if (move.what.map && move.what.map->rounds()) round_to_tf32({to, piece.bytes});
  }
  if (memory.hazards.is_on()) {
    for (std::uint64_t at = 0; at < move.what.bytes; at += kUnit) {
      memory.shared.mark_written(move.place(copy.to, at), kUnit);
    }
  }
  copy.has_landed = true;
  BarrierKeeper(*block_).end_access(BarrierStep::copy_lands, copy.record, copy.thread / kWarpSize,
                                    1u << copy.thread % kWarpSize);
}

void TmaCopies::pass(std::uint64_t barrier, std::uint32_t wait) {
  for (const Copy& copy : pending_) {
    if (copy.barrier != barrier || copy.in_flight == kNoIndex) continue;
    memory_->hazards.in_flight().at(copy.in_flight).wait = wait;
  }
}

void TmaCopies::step() {
  for (Copy& copy : pending_) {
    if (!copy.has_landed && copy.delay != CopyLanding::kLate && --copy.delay == 0) land(copy);
  }
  stores_.step();
}

template <class Act>
void TmaCopies::each_access(const Copy& copy, Act act) {
  const std::uint32_t agent = agent_of(*block_, copy.thread);
  LaneAddresses places{};
  RaceAccess access = access_of_agent(agent, kind_of(copy), kUnit, copy.instruction);
  for (std::uint64_t at = 0; at < copy.move.what.bytes; at += kUnit) {
    places[agent % kWarpSize] = copy.move.place(copy.to, at);
    const OwnLanes lanes(access.mask, places);
    access.lanes = lanes.placed();
    act(access);
  }
}

// Copies that started between the same two waits as one that is waited for.
void TmaCopies::land_together(std::uint64_t barrier) {
  std::set<std::uint32_t> stretches;
  for (const Copy& copy : pending_) {
    if (copy.barrier == barrier && !copy.has_landed) stretches.insert(copy.stretch);
  }
  for (Copy& copy : pending_) {
    if (!copy.has_landed && stretches.contains(copy.stretch)) land(copy);
  }
}

TmaCopies::Landed TmaCopies::finish(Copy& copy) {
  if (!copy.has_landed) land(copy);
  SharedHazards& hazards = memory_of(copy).hazards;
  if (hazards.generic_writes() != nullptr) {
    for (std::uint64_t at = 0; at < copy.move.what.bytes; at += kUnit) {
      hazards.generic_writes()->forget(copy.move.place(copy.to, at), kUnit);
    }
  }
  if (copy.in_flight != kNoIndex) {
    for (std::uint64_t at = 0; at < copy.move.what.bytes; at += kUnit) {
      hazards.in_flight().uncover(copy.in_flight, copy.move.place(copy.to, at), kUnit);
    }
    each_access(copy, [&](const RaceAccess& access) { hazards.remember(access); });
  }
  if (copy.source) asker(copy.rank).reads_.end(copy.source_in_flight, copy.move, *copy.source);
  return {copy.barrier, copy.rank, agent_of(*block_, copy.thread), copy.instruction,
          static_cast<std::int32_t>(copy.move.what.bytes)};
}

template <class Which>
std::vector<TmaCopies::Landed> TmaCopies::finish_all(Which which) {
  std::vector<Landed> landed;
  for (Copy& copy : pending_) {
    if (which(copy)) landed.push_back(finish(copy));
  }
  std::erase_if(pending_, which);
  return landed;
}

std::vector<TmaCopies::Landed> TmaCopies::land(std::uint64_t barrier) {
  if (block_->landing.is_together()) land_together(barrier);
  ++waits_;
  return finish_all([barrier](const Copy& copy) { return copy.barrier == barrier; });
}

std::vector<TmaCopies::Landed> TmaCopies::land_of(std::uint32_t rank) {
  return finish_all([rank](const Copy& copy) { return copy.rank == rank; });
}

TmaCopies& TmaCopies::asker(std::uint32_t rank) {
  return rank == block_->rank ? *this : *block_->cluster->at(rank).tma;
}

}  // namespace warplens::machine
