#include "kernels/machine/block/tensor_allocations.h"

#include <bit>
#include <cstring>
#include <utility>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/whole_warp.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using Action = TensorAllocation::Action;

// Apart from the names of all barriers (OpenBarriers::key, agents.h).
constexpr std::uint64_t kFrees = std::uint64_t{1} << 37;

std::uint32_t word_of(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return static_cast<std::uint32_t>(read_slot(issue.frame.slots + slot, 4, lane));
}

std::string_view name_of(Action action) {
  switch (action) {
    case Action::allocate:
      return "tcgen05.alloc";
    case Action::free:
      return "tcgen05.dealloc";
    case Action::relinquish:
      break;
  }
  return "tcgen05.relinquish_alloc_permit";
}

}  // namespace

bool TensorAllocations::execute(const Issue& issue) {
  const TensorAllocation& allocation = block_->image->tensor_allocations[issue.code.detail];
  // One that waits comes again.
  if (issue.fragment.spun_on != issue.instruction) {
    check_whole_warp(*block_, issue, name_of(allocation.action));
  }
  switch (allocation.action) {
    case Action::allocate:
      return allocate(issue, allocation);
    case Action::free:
      free(issue, allocation);
      return true;
    case Action::relinquish:
      is_relinquished_ = true;
      return true;
  }
  return true;
}

void TensorAllocations::report(const Issue& issue, const FindingText& text) {
  block_->report.add(FindingKind::bad_tensor_memory,
                     {issue.instruction, issue.warp.index, first_lane(issue.mask)}, text);
}

std::uint32_t TensorAllocations::value_of(const Issue& issue, std::uint32_t slot) {
  const std::uint32_t first = first_lane(issue.mask);
  const std::uint32_t value = word_of(issue, slot, first);
  if (block_->values.is_on()) block_->values.use(issue.frame, slot, issue.mask);
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (word_of(issue, slot, lane) == value) return;
    const TensorAllocation& allocation = block_->image->tensor_allocations[issue.code.detail];
    block_->report.add_lazily(
        FindingKind::undefined_sync, {issue.instruction, issue.warp.index, lane},
        [&] { return finding_text::uneven_operand(name_of(allocation.action), lane, first); });
  });
  return value;
}

bool TensorAllocations::is_valid(const Issue& issue, std::uint32_t columns) {
  if (std::has_single_bit(columns) && columns >= TensorMemory::kLeastColumns &&
      columns <= TensorMemory::kColumns) {
    return true;
  }
  report(issue, finding_text::bad_tensor_columns(columns));
  return false;
}

bool TensorAllocations::allocate(const Issue& issue, const TensorAllocation& allocation) {
  const std::uint32_t columns = value_of(issue, allocation.columns);
  if (!is_valid(issue, columns)) {
    block_->has_ended = true;  // what comes behind it has no address
    return true;
  }
  if (is_relinquished_) report(issue, finding_text::allocates_without_permit());
  const auto first = find_columns(issue, allocation.is_of_pair, columns);
  if (block_->has_ended) return true;
  if (!first) {
    note_poll(issue);
    issue.fragment.spun_on = issue.instruction;
    ++issue.fragment.turns;
    return false;
  }
  issue.fragment.spun_on = kNoIndex;
  order_behind_frees(issue);
  store_address(issue, allocation, *first);
  return true;
}

std::optional<std::uint32_t> TensorAllocations::find_columns(const Issue& issue, bool is_of_pair,
                                                             std::uint32_t columns) {
  if (!is_of_pair) return memory_->tensor.allocate(columns);
  if (granted_) return std::exchange(granted_, std::nullopt);
  ClusterMember* const peer = peer_.find(issue, name_of(Action::allocate));
  if (peer == nullptr) return memory_->tensor.allocate(columns);
  return allocate_with(issue, *peer, columns);
}

// A warp of each block collectively: the second one allocates for both ("Issue Granularity").
std::optional<std::uint32_t> TensorAllocations::allocate_with(const Issue& issue,
                                                              ClusterMember& peer,
                                                              std::uint32_t columns) {
  if (asked_ != columns) memory_->tensor.touch();
  asked_ = columns;
  TensorAllocations& other = *peer.tensor_allocations;
  if (!other.asked_) return std::nullopt;
  if (*other.asked_ != columns) report(issue, finding_text::uneven_pair(columns, *other.asked_));
  TensorMemory& there = peer.memory->tensor;
  if (!memory_->tensor.find_free(columns) || !there.find_free(*other.asked_)) return std::nullopt;
  const auto own = memory_->tensor.allocate(columns);
  other.granted_ = there.allocate(*other.asked_);
  if (own != other.granted_) report(issue, finding_text::pair_apart(*own, *other.granted_));
  other.asked_.reset();
  asked_.reset();
  return own;
}

// Who allocates columns again comes behind who has freed them.
void TensorAllocations::order_behind_frees(const Issue& issue) {
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr) return;
  races->complete_phase(kFrees);
  races->wait(kFrees, threads_of_warp(issue.warp.index));
}

// It comes from one warp, once.
void TensorAllocations::store_address(const Issue& issue, const TensorAllocation& allocation,
                                      std::uint32_t address) {
  LaneAddresses offsets;
  compute_shared_offsets(issue, allocation.destination, allocation.is_generic, offsets);
  take_own_offsets(block_->shared_start, offsets);
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, allocation.destination.slot, issue.mask);
  }
  const std::uint32_t lane = first_lane(issue.mask);
  const std::uint32_t good = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {offsets, 1u << lane, sizeof address, true, trace::Space::shared, trace::kNone});
  if (good == 0) return;
  std::memcpy(memory_->shared.data() + offsets[lane], &address, sizeof address);
  const OwnLanes own(good, offsets);
  memory_->hazards.note_write(
      SharedHazards::access_of(issue, good, own.placed(), sizeof address, RaceAccessKind::write),
      trace::kNone);
}

void TensorAllocations::free(const Issue& issue, const TensorAllocation& allocation) {
  const std::uint32_t address = value_of(issue, allocation.address);
  const std::uint32_t columns = value_of(issue, allocation.columns);
  if (!is_valid(issue, columns)) return;
  const TensorCell first = TensorMemory::cell_of(address);
  const bool has_columns = memory_->tensor.are_allocated(first.column, columns);
  const std::uint32_t written =
      has_columns ? memory_->tensor.written_columns(first.column, columns) : 0;
  if (first.lane != 0 || !memory_->tensor.free(first.column, columns)) {
    return report(issue, finding_text::frees_unallocated(address, columns));
  }
  if (memory_->shared.races() != nullptr) note_free(issue, {{}, first.column, written});
}

// Who accesses what is freed must be done by then: it is as if it were written.
void TensorAllocations::note_free(const Issue& issue, TensorArea area) {
  for (std::uint32_t lane = 0; lane < TensorMemory::kLanes; ++lane) area.lanes.push_back(lane);
  accesses_.note(area, SharedHazards::access_of(issue, issue.mask, {}, TensorMemory::kCellBytes,
                                                RaceAccessKind::write));
  memory_->shared.races()->arrive(kFrees, threads_of_warp(issue.warp.index));
}

void TensorAllocations::check_all_freed(const Issue& issue) {
  const std::uint32_t columns = memory_->tensor.allocated_columns();
  if (columns != 0) report(issue, finding_text::left_allocated(columns));
}

std::optional<FindingText> TensorAllocations::waited_for(Warp& warp, Fragment& fragment,
                                                         std::uint32_t instruction) const {
  const Issue issue = waiting_issue(warp, fragment);
  const bool is_waiting =
      issue.instruction == instruction && issue.code.kind == InstructionKind::tensor_allocation;
  if (!is_waiting) return std::nullopt;
  const TensorAllocation& allocation = block_->image->tensor_allocations[issue.code.detail];
  if (allocation.is_of_pair && block_->cluster != nullptr) {
    const ClusterMember& peer = block_->cluster->at(peer_.rank());
    if (!peer.has_exited() && !peer.tensor_allocations->asked_) {
      return finding_text::stuck_pair(block_->launch->request->grid.at(peer.block));
    }
  }
  return finding_text::stuck_allocation(
      word_of(issue, allocation.columns, first_lane(fragment.mask)),
      memory_->tensor.allocated_columns());
}

}  // namespace warplens::machine
