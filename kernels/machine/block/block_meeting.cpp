// What the lanes of a warp do together. Each waits until every lane of its member mask that has not
// exited is there, at whatever place in the code, for the same kind of operation.
#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

std::uint32_t Block::members(const Issue& issue, const WarpOperation& operation,
                             std::uint32_t lane) {
  const auto mask = static_cast<std::uint32_t>(
      read_slot(issue.frame.slots + operation.member_mask, sizeof(std::uint32_t), lane));
  return mask | 1u << lane;
}

void Block::report_absent_members(const Issue& issue, const WarpOperation& operation) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t mask =
        read_slot(issue.frame.slots + operation.member_mask, sizeof(std::uint32_t), lane);
    if ((mask >> lane & 1) != 0) return;
    report(Kind::inactive_shuffle, {issue.instruction, issue.warp.index, lane},
           finding_text::left_out_of_mask(lane, mask));
  });
}

bool Block::operate(Fragment& fragment, const Issue& issue) {
  const WarpOperation& operation = image_->warp_operations[issue.code.detail];
  if (operation.action == WarpAction::warp_barrier) record(issue, issue.code.site, issue.mask);
  if (operation.is_sync) report_absent_members(issue, operation);
  if (operate_at_once(issue, operation)) {
    ++fragment.pc;
    return true;
  }
  pass_unguarded(fragment, issue);
  fragment.wait = Wait::warp_operation;
  complete_warp_operations(issue.warp);
  return false;
}

// The usual case: every lane that is asked for stands in this very fragment.
bool Block::operate_at_once(const Issue& issue, const WarpOperation& operation) {
  std::array<std::uint32_t, kWarpSize> groups, masks;
  std::uint32_t count = 0;
  for (std::uint32_t left = issue.mask; left != 0; ++count) {
    const std::uint32_t mask =
        operation.is_sync ? members(issue, operation, first_lane(left)) : issue.mask;
    std::uint32_t group = 0;
    each_lane(left & mask, [&](std::uint32_t lane) {
      const bool is_same = !operation.is_sync || members(issue, operation, lane) == mask;
      group |= std::uint32_t{is_same} << lane;
    });
    if ((mask & issue.warp.live & ~group) != 0) return false;
    groups[count] = group;
    masks[count] = mask;
    left &= ~group;
  }
  Participants participants;
  participants.fill({&operation, &issue.frame, issue.instruction});
  for (std::uint32_t i = 0; i < count; ++i) perform(issue.warp, participants, groups[i], masks[i]);
  return true;
}

void Block::complete_warp_operations(Warp& warp) {
  while (complete_one_warp_operation(warp)) {
  }
}

bool Block::complete_one_warp_operation(Warp& warp) {
  Participants participants{};
  std::array<std::uint32_t, kWarpSize> masks{};
  std::uint32_t waiting = 0;
  for (const Fragment& fragment : warp.fragments) {
    if (fragment.wait != Wait::warp_operation) continue;
    const std::uint32_t instruction = fragment.frame->function->first_instruction + fragment.pc;
    const Decoded& code = fragment.frame->function->code[fragment.pc];
    const WarpOperation& operation = image_->warp_operations[code.detail];
    const Issue issue{warp, *fragment.frame, code, instruction, fragment.mask, fragment.mask};
    each_lane(fragment.mask, [&](std::uint32_t lane) {
      participants[lane] = {&operation, fragment.frame, instruction};
      masks[lane] = members(issue, operation, lane);
    });
    waiting |= fragment.mask;
  }
  for (std::uint32_t left = waiting; left != 0;) {
    const std::uint32_t first = first_lane(left);
    std::uint32_t group = 0;
    each_lane(left, [&](std::uint32_t lane) {
      const bool is_same =
          masks[lane] == masks[first] &&
          participants[lane].operation->action == participants[first].operation->action &&
          participants[lane].operation->value_bytes == participants[first].operation->value_bytes;
      group |= std::uint32_t{is_same} << lane;
    });
    left &= ~group;
    if ((masks[first] & warp.live & ~group) != 0) continue;
    perform(warp, participants, group, masks[first]);
    release(warp, group);
    return true;
  }
  return false;
}

void Block::release(Warp& warp, std::uint32_t group) {
  const std::size_t count = warp.fragments.size();
  for (std::size_t i = 0; i < count; ++i) {
    Fragment& fragment = warp.fragments[i];
    const std::uint32_t lanes = fragment.mask & group;
    if (fragment.wait != Wait::warp_operation || lanes == 0) continue;
    Fragment& going = lanes == fragment.mask ? fragment : warp.split(fragment, lanes);
    going.wait = Wait::none;
    ++going.pc;
  }
}

void Block::perform(Warp& warp, const Participants& participants, std::uint32_t group,
                    std::uint32_t members) {
  switch (participants[first_lane(group)].operation->action) {
    case WarpAction::warp_barrier:
      if (shared_.races() == nullptr) return;
      // Members that have exited count as arrived.
      shared_.races()->warp_barrier(warp.index, group | (members & ~warp.live), warp.live);
      return;
    case WarpAction::shuffle_up:
    case WarpAction::shuffle_down:
    case WarpAction::shuffle_bfly:
    case WarpAction::shuffle_idx:
      return shuffle(warp, participants, group);
    case WarpAction::vote_all:
    case WarpAction::vote_any:
    case WarpAction::vote_uni:
    case WarpAction::vote_ballot:
      return vote(participants, group);
    case WarpAction::match_any:
    case WarpAction::match_all:
      return match(participants, group);
    case WarpAction::elect:
      return elect(participants, group);
    default:
      return reduce(participants, group);
  }
}

}  // namespace warplens::machine
