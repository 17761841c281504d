#include "kernels/machine/block/stack_moves.h"

#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::FindingKind;

void StackMoves::execute(const Issue& issue) {
  const StackUse& use = block_->image->stack_uses[issue.code.detail];
  TrackedValues& values = block_->values;
  if (values.is_on() && use.value != kNoSlot) values.use(issue.frame, use.value, issue.mask);
  if (use.action == StackUse::Action::allocate) {
    allocate(issue, use);
  } else if (use.action == StackUse::Action::restore) {
    restore(issue, use);
  } else {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      write_slot(issue.frame.slots + use.destination, use.bytes, lane, issue.frame.local_end(lane));
    });
  }
  if (values.is_on() && use.destination != kNoSlot) {
    values.clear(issue.frame, use.destination, issue.mask);
  }
}

void StackMoves::allocate(const Issue& issue, const StackUse& use) {
  CallFrame& frame = issue.frame;
  for (std::uint32_t left = issue.mask; left != 0; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const std::uint64_t bytes = read_slot(frame.slots + use.value, use.bytes, lane);
    const std::uint64_t begin = align_up(frame.local_end(lane), use.alignment);
    if (begin > kMaximumLocalBytes || bytes > kMaximumLocalBytes - begin) {
      return block_->end_launch(FindingKind::stack_overflow,
                                {issue.instruction, issue.warp.index, lane},
                                finding_text::full_stack(bytes, begin + bytes));
    }
    const auto end = static_cast<std::uint32_t>(begin + bytes);
    issue.warp.grow_local(end);
    issue.warp.forget_local(1u << lane, frame.local_end(lane), end);
    frame.local_ends[lane] = end;
    write_slot(frame.slots + use.destination, use.bytes, lane, begin);
  }
}

void StackMoves::restore(const Issue& issue, const StackUse& use) {
  CallFrame& frame = issue.frame;
  const std::uint64_t lowest = std::uint64_t{frame.local_base} + frame.function->local_bytes;
  for (std::uint32_t left = issue.mask; left != 0; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const std::uint64_t end = read_slot(frame.slots + use.value, use.bytes, lane);
    if (end < lowest || end > frame.local_end(lane)) {
      return block_->end_launch(
          FindingKind::stack_overflow, {issue.instruction, issue.warp.index, lane},
          finding_text::bad_stack_restore(end, lowest, frame.local_end(lane)));
    }
    frame.local_ends[lane] = static_cast<std::uint32_t>(end);
  }
}

}  // namespace warplens::machine
