#include "kernels/machine/block/tensor_pipe.h"

#include <algorithm>
#include <utility>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"

namespace warplens::machine {

void TensorPipe::start() {
  open_.clear();
  numbers_ = 0;
}

TensorPipe::Operation TensorPipe::begin(const Issue& issue, std::uint32_t lane,
                                        std::string_view name) {
  Operation operation;
  operation.thread = issue.warp.index * kWarpSize + lane;
  operation.instruction = issue.instruction;
  operation.number = ++numbers_;
  memory_->tensor.touch();
  if (!memory_->hazards.is_on()) return operation;
  order_tcgen05_behind(memory_->shared.races(), *block_, operation.thread);
  SharedHazards& hazards = memory_->hazards;
  operation.reader = {
      name, warp_of_tcgen05(*block_, issue.warp.index),
      hazards.generic_writes()->latest_fence(operation.thread, operation.thread + 1),
      hazards.in_flight().begin(open_access(operation, RaceAccessKind::read))};
  return operation;
}

void TensorPipe::end(Operation operation) {
  const BarrierKeeper keeper(*block_);
  if (keeper.is_on() && operation.reader && !operation.reader->places.empty()) {
    BarrierRecord record =
        keeper.begin(BarrierStep::read_begins, operation.instruction, block_->rank,
                     operation.thread / kWarpSize, 1u << operation.thread % kWarpSize);
    record.runs = runs_of(operation.reader->places, SharedTile::kChunkBytes);
    operation.record = keeper.begin_access(std::move(record), AsyncGroup::none);
  }
  open_.push_back(std::move(operation));
}

InFlight TensorPipe::open_access(const Operation& operation, RaceAccessKind kind) const {
  InFlight access;
  access.by = OpenAccess::By::tcgen05;
  access.access = {operation.thread, operation.instruction, kind,
                   block_->values.is_on() ? kUsedLoad : 0};
  return access;
}

void TensorPipe::read(const Issue& issue, SharedTile& tile, Operation& operation) {
  tiles_.read(issue, tile, operation.reader ? &*operation.reader : nullptr);
}

void TensorPipe::read(const Issue& issue, TensorArea area, Operation& operation) {
  if (!operation.reader) return;
  accesses_.check_written(issue, area);
  accesses_.note(area, access_of(operation, RaceAccessKind::read));
  accesses_.cover(operation.reader->in_flight, 0, area);
  operation.read.push_back(std::move(area));
}

void TensorPipe::write(TensorArea area, Operation& operation) {
  if (!operation.reader) return;
  if (!take_over(area, operation)) {
    accesses_.note(area, access_of(operation, RaceAccessKind::write));
    operation.writes =
        memory_->hazards.in_flight().begin(open_access(operation, RaceAccessKind::write));
    accesses_.cover(operation.writes, 0, area);
  }
  operation.written.push_back(std::move(area));
}

void TensorPipe::read_of(const Issue& issue, ClusterMember& peer, SharedTile& tile,
                         Operation& operation) {
  peer_.read(issue, peer, tile, operation.reader ? &*operation.reader : nullptr);
}

void TensorPipe::read_of(const Issue& issue, const ClusterMember& peer, const TensorArea& area,
                         Operation& operation) {
  if (!operation.reader) return;
  peer_.check_written(issue, peer, area);
  accesses_.note_of(peer_.rank(), area, access_of(operation, RaceAccessKind::read));
}

void TensorPipe::write_of(ClusterMember& peer, const TensorArea& area, Operation& operation) {
  peer.memory->tensor.touch();
  if (!operation.reader) return;
  accesses_.note_of(peer_.rank(), area, access_of(operation, RaceAccessKind::write));
}

// Nobody can have touched it since, or that was told.
bool TensorPipe::take_over(const TensorArea& area, Operation& operation) {
  const auto is_same = [&](const Operation& earlier) {
    return earlier.thread == operation.thread && earlier.written.size() == 1 &&
           earlier.written.front() == area;
  };
  const auto earlier = std::ranges::find_if(open_, is_same);
  if (earlier == open_.end()) return false;
  earlier->written.clear();
  operation.writes = std::exchange(earlier->writes, kNoIndex);
  memory_->hazards.in_flight().at(operation.writes) = open_access(operation, RaceAccessKind::write);
  return true;
}

RaceAccess TensorPipe::access_of(const Operation& operation, RaceAccessKind kind) const {
  RaceAccess access;
  access.warp = operation.reader->agents;
  access.kind = kind;
  access.instruction = operation.instruction;
  const bool is_followed = kind == RaceAccessKind::read && block_->values.is_on();
  access.first_load = is_followed ? kUsedLoad : 0;
  return access;
}

std::uint64_t TensorPipe::commit(std::uint32_t thread, std::uint64_t mbarrier) {
  memory_->tensor.touch();
  for (Operation& operation : open_) {
    if (operation.thread != thread || std::exchange(operation.is_committed, true)) continue;
    if (!operation.reader) continue;
    AccessesInFlight& in_flight = memory_->hazards.in_flight();
    in_flight.at(operation.reader->in_flight).mbarrier = mbarrier;
    if (operation.writes != kNoIndex) in_flight.at(operation.writes).mbarrier = mbarrier;
  }
  return numbers_;
}

void TensorPipe::complete(std::uint32_t thread, std::uint64_t number) {
  const auto is_over = [&](const Operation& operation) {
    return operation.thread == thread && operation.number <= number;
  };
  for (const Operation& operation : open_) {
    if (is_over(operation)) complete(operation);
  }
  std::erase_if(open_, is_over);
}

void TensorPipe::complete(const Operation& operation) {
  if (!operation.reader) return;
  tiles_.complete(operation.instruction, *operation.reader);
  BarrierKeeper(*block_).end_access(BarrierStep::read_ends, operation.record,
                                    operation.thread / kWarpSize,
                                    1u << operation.thread % kWarpSize);
  for (const TensorArea& area : operation.read) {
    accesses_.uncover(operation.reader->in_flight, area);
    accesses_.remember(area, access_of(operation, RaceAccessKind::read));
  }
  for (const TensorArea& area : operation.written) {
    accesses_.uncover(operation.writes, area);
    accesses_.remember(area, access_of(operation, RaceAccessKind::write));
  }
}

}  // namespace warplens::machine
