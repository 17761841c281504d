#include "kernels/machine/block/tma_stores.h"

#include <utility>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void TmaStores::start() {
  groups_.assign(block_->launch->warps * kWarpSize, 0);
  pending_.clear();
}

void TmaStores::execute(const Issue& issue, const TmaCopy& copy) {
  LaneAddresses from, global;
  compute_addresses(issue, copy.shared, from);
  compute_addresses(issue, copy.other, global);
  if (block_->values.is_on()) use_values(*block_, issue, copy);
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (!block_->has_ended) {
      ask(issue, copy, lane, moves_->own_offset(from[lane]), global[lane]);
    }
  });
  block_->events.record_copies(issue, asked_);
  asked_.clear();
}

void TmaStores::ask(const Issue& issue, const TmaCopy& copy, std::uint32_t lane, std::uint64_t from,
                    std::uint64_t global) {
  std::optional<TmaMove> move = moves_->find(issue, copy, lane, from, global);
  if (!move) return;
  Store store;
  store.instruction = issue.instruction;
  store.thread = issue.warp.index * kWarpSize + lane;
  store.group = groups_[store.thread];
  store.from = from;
  store.move = std::move(*move);
  asked_.push_back(store.move.what);
  record(issue, lane, store);
  store.in_flight = reads_->begin(issue, lane, store.move, from, InFlight::kNoPlace);
  if (store.in_flight != kNoIndex) {
    memory_->hazards.in_flight().at(store.in_flight).group = store.group;
  }
  store.delay = block_->landing.delay();
  if (store.delay == 0) land(store);
  pending_.push_back(std::move(store));
}

void TmaStores::record(const Issue& issue, std::uint32_t lane, Store& store) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::read_begins, issue);
  record.mask = 1u << lane;
  record.bytes = static_cast<std::int64_t>(store.move.what.bytes);
  const auto begin = static_cast<std::uint32_t>(store.from);
  record.runs = {{begin, begin + static_cast<std::uint32_t>(store.move.what.shared_bytes())}};
  store.record = keeper.begin_access(std::move(record), AsyncGroup::bulk);
}

void TmaStores::land(Store& store) {
  const std::byte* const shared = memory_->shared.data();
  for (const TmaPiece& piece : store.move.pieces) {
    store.move.apply(piece.place, shared + store.move.place(store.from, piece.at), piece.bytes);
  }
  store.has_landed = true;
}

void TmaStores::step() {
  for (Store& store : pending_) {
    if (!store.has_landed && store.delay != CopyLanding::kLate && --store.delay == 0) land(store);
  }
}

void TmaStores::commit(const Issue& issue) {
  each_lane(issue.mask,
            [&](std::uint32_t lane) { ++groups_[issue.warp.index * kWarpSize + lane]; });
  BarrierKeeper(*block_).add_group(BarrierStep::commit, issue, AsyncGroup::bulk);
}

void TmaStores::wait(const Issue& issue) {
  const std::uint32_t groups_left = issue.code.detail;
  BarrierKeeper(*block_).add_group(BarrierStep::wait, issue, AsyncGroup::bulk, groups_left);
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
    const std::uint32_t groups = groups_[thread];
    if (groups > groups_left) complete(thread, groups - groups_left);
    leave_open(thread, issue.instruction, groups_left);
  });
}

void TmaStores::complete(std::uint32_t thread, std::uint32_t group) {
  const auto is_over = [&](const Store& store) {
    return store.thread == thread && store.group < group;
  };
  for (Store& store : pending_) {
    if (!is_over(store)) continue;
    if (!store.has_landed) land(store);
    reads_->end(store.in_flight, store.move, store.from);
    BarrierKeeper(*block_).end_access(BarrierStep::read_ends, store.record, thread / kWarpSize,
                                      1u << thread % kWarpSize);
  }
  if (std::erase_if(pending_, is_over) == 0) return;
  order_behind_agent(memory_->shared.races(), *block_, thread);
}

void TmaStores::leave_open(std::uint32_t thread, std::uint32_t wait, std::uint32_t groups_left) {
  for (const Store& store : pending_) {
    if (store.thread != thread || store.in_flight == kNoIndex) continue;
    InFlight& open = memory_->hazards.in_flight().at(store.in_flight);
    open.is_committed = store.group < groups_[thread];
    open.wait = wait;
    open.groups_left = groups_left;
  }
}

void TmaStores::complete_all(const Warp& warp, std::uint32_t lanes) {
  if (pending_.empty()) return;
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t thread = warp.index * kWarpSize + lane;
    complete(thread, groups_[thread] + 1);
  });
}

}  // namespace warplens::machine
