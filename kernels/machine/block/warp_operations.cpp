#include "kernels/machine/block/warp_operations.h"

#include <algorithm>
#include <bit>

#include "kernels/machine/block/meetings.h"
#include "kernels/machine/block/shuffle_source.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// A lane belongs to the operation that it executes, whether its mask says so or not.
std::uint32_t members_of(const Issue& issue, const WarpOperation& operation, std::uint32_t lane) {
  const auto mask = static_cast<std::uint32_t>(
      read_slot(issue.frame.slots + operation.member_mask, sizeof(std::uint32_t), lane));
  return mask | 1u << lane;
}

// The lanes of one warp that wait at a warp-level operation, and the members that each waits for.
struct WaitingLanes {
  Participants participants{};
  std::array<std::uint32_t, kWarpSize> members{};
  std::uint32_t mask = 0;

  void add(const Issue& issue, const WarpOperation& operation) {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      participants[lane] = {&operation, &issue.frame, issue.instruction};
      members[lane] = members_of(issue, operation, lane);
    });
    mask |= issue.mask;
  }
  // The lanes of `among` that wait for the same operation as lane `first`.
  [[nodiscard]] std::uint32_t like(std::uint32_t first, std::uint32_t among) const {
    const WarpOperation& asked = *participants[first].operation;
    std::uint32_t same = 0;
    each_lane(among, [&](std::uint32_t lane) {
      const WarpOperation& operation = *participants[lane].operation;
      const bool is_same = members[lane] == members[first] && operation.action == asked.action &&
                           operation.value_bytes == asked.value_bytes;
      same |= std::uint32_t{is_same} << lane;
    });
    return same;
  }
};

}  // namespace

void WarpOperations::report_absent_from_mask(const Issue& issue, const WarpOperation& operation) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t mask =
        read_slot(issue.frame.slots + operation.member_mask, sizeof(std::uint32_t), lane);
    if ((mask >> lane & 1) != 0) return;
    block_->report.add(FindingKind::inactive_shuffle, {issue.instruction, issue.warp.index, lane},
                       finding_text::left_out_of_mask(lane, mask));
  });
}

void WarpOperations::record_shuffle(const Issue& issue, const WarpOperation& operation) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const auto b = static_cast<std::uint32_t>(
        read_slot(issue.frame.slots + operation.lane, sizeof(std::uint32_t), lane));
    const auto c = static_cast<std::uint32_t>(
        read_slot(issue.frame.slots + operation.clamp, sizeof(std::uint32_t), lane));
    shuffle_.address[lane] = shuffle_source(operation.action, lane, b, c).lane;
  });
  block_->events.record(issue, issue.code.site, issue.mask, shuffle_);
}

bool WarpOperations::execute(const Issue& issue) {
  const WarpOperation& operation = block_->image->warp_operations[issue.code.detail];
  if (operation.action == WarpAction::warp_barrier) block_->events.record_barrier(issue);
  if (is_shuffle(operation.action)) record_shuffle(issue, operation);
  if (operation.is_sync) report_absent_from_mask(issue, operation);
  if (perform_converged(issue, operation)) {
    ++issue.fragment.pc;
    return true;
  }
  const std::uint32_t others = issue.fragment.mask & ~issue.mask;
  pass_unguarded(issue);
  issue.fragment.wait = Wait::warp_operation;
  issue.fragment.passed_by = operation.ways_past.empty() ? 0 : others;
  complete(issue.warp);
  return false;
}

void WarpOperations::write_active_mask(const Issue& issue) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    write_slot(issue.frame.slots + issue.code.operands[0], 4, lane, issue.mask);
  });
}

// The usual case: every lane that is asked for stands in this very fragment.
bool WarpOperations::perform_converged(const Issue& issue, const WarpOperation& operation) {
  std::array<std::uint32_t, kWarpSize> groups, masks;
  std::uint32_t count = 0;
  for (std::uint32_t left = issue.mask; left != 0; ++count) {
    const std::uint32_t mask =
        operation.is_sync ? members_of(issue, operation, first_lane(left)) : issue.mask;
    std::uint32_t group = 0;
    each_lane(left & mask, [&](std::uint32_t lane) {
      const bool is_same = !operation.is_sync || members_of(issue, operation, lane) == mask;
      group |= std::uint32_t{is_same} << lane;
    });
    if ((mask & issue.warp.live & ~group) != 0) return false;
    groups[count] = group;
    masks[count] = mask;
    left &= ~group;
  }
  Participants participants;
  participants.fill({&operation, &issue.frame, issue.instruction});
  for (std::uint32_t i = 0; i < count; ++i) {
    perform(issue.warp, participants, groups[i], masks[i]);
  }
  return true;
}

void WarpOperations::complete(Warp& warp) {
  const auto waits = [](const Fragment& fragment) { return fragment.wait == Wait::warp_operation; };
  while (std::ranges::any_of(warp.fragments, waits) && complete_one(warp)) {
  }
}

bool WarpOperations::complete_one(Warp& warp) {
  WaitingLanes waiting;
  for (Fragment& fragment : warp.fragments) {
    if (fragment.wait != Wait::warp_operation) continue;
    const Issue issue = waiting_issue(warp, fragment);
    waiting.add(issue, block_->image->warp_operations[issue.code.detail]);
  }
  for (std::uint32_t left = waiting.mask; left != 0;) {
    const std::uint32_t first = first_lane(left);
    const std::uint32_t group = waiting.like(first, left);
    left &= ~group;
    if ((waiting.members[first] & warp.live & ~group) != 0) continue;
    report_passed_by(warp, group, waiting.members[first]);
    perform(warp, waiting.participants, group, waiting.members[first]);
    release(warp, group);
    return true;
  }
  return false;
}

void WarpOperations::note_meeting(Warp& warp, const Fragment& fragment) {
  for (Fragment& other : warp.fragments) {
    if (other.wait != Wait::warp_operation) continue;
    const Decoded& code = other.frame->function->code[other.pc];
    const WarpOperation& operation = block_->image->warp_operations[code.detail];
    const bool is_behind =
        meeting_seen_from(*fragment.frame, *other.frame, operation.meeting) == fragment.pc ||
        (other.frame == fragment.frame &&
         std::ranges::binary_search(operation.ways_past, fragment.pc));
    if (is_behind) other.passed_by |= fragment.mask;
  }
}

void WarpOperations::report_passed_by(Warp& warp, std::uint32_t lanes, std::uint32_t members) {
  for (Fragment& fragment : warp.fragments) {
    const std::uint32_t waiting = fragment.mask & lanes;
    const std::uint32_t gone = fragment.passed_by & members & ~warp.live;
    if (fragment.wait != Wait::warp_operation || waiting == 0 || gone == 0) continue;
    block_->report.add(FindingKind::divergent_barrier,
                       {waiting_issue(warp, fragment).instruction, warp.index, first_lane(waiting)},
                       finding_text::passed_members(std::popcount(gone)));
  }
}

// With another member mask it may go on from where others wait for it still.
void WarpOperations::pass_those_left(Warp& warp, const Fragment& going) {
  for (Fragment& other : warp.fragments) {
    const bool is_here = other.wait == Wait::warp_operation && other.frame == going.frame &&
                         other.pc == going.pc && &other != &going;
    if (is_here) other.passed_by |= going.mask;
  }
}

void WarpOperations::release(Warp& warp, std::uint32_t group) {
  const std::size_t count = warp.fragments.size();
  for (std::size_t i = 0; i < count; ++i) {
    Fragment& fragment = warp.fragments[i];
    const std::uint32_t lanes = fragment.mask & group;
    if (fragment.wait != Wait::warp_operation || lanes == 0) continue;
    Fragment& going = lanes == fragment.mask ? fragment : warp.split(fragment, lanes);
    pass_those_left(warp, going);
    going.wait = Wait::none;
    ++going.pc;
  }
}

void WarpOperations::perform(Warp& warp, const Participants& participants, std::uint32_t lanes,
                             std::uint32_t members) {
  if (participants[first_lane(lanes)].operation->action != WarpAction::warp_barrier) {
    return collectives_.perform(warp, participants, lanes);
  }
  if (shared_->races() == nullptr) return;
  // Members that have exited count as arrived.
  shared_->races()->warp_barrier(warp.index, lanes | (members & ~warp.live), warp.live);
}

void WarpOperations::report_stuck(std::span<Warp> warps) {
  for (Warp& warp : warps) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::warp_operation) continue;
      block_->report.add(
          FindingKind::deadlock,
          {waiting_issue(warp, fragment).instruction, warp.index, first_lane(fragment.mask)},
          finding_text::stuck_lanes(std::popcount(fragment.mask), std::popcount(warp.live)));
    }
  }
}

}  // namespace warplens::machine
