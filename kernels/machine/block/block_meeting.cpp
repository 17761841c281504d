// What the lanes of a warp do together. Each waits until every lane of its member mask that has not
// exited is there, at whatever place in the code, for the same kind of meeting.
#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

std::uint32_t Block::members(const Issue& issue, const Rendezvous& meeting, std::uint32_t lane) {
  const auto mask = static_cast<std::uint32_t>(
      read_slot(issue.frame.slots + meeting.members, sizeof(std::uint32_t), lane));
  return mask | 1u << lane;
}

void Block::report_absent_members(const Issue& issue, const Rendezvous& meeting) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t mask =
        read_slot(issue.frame.slots + meeting.members, sizeof(std::uint32_t), lane);
    if ((mask >> lane & 1) != 0) return;
    report(Kind::inactive_shuffle, {issue.instruction, issue.warp.index, lane},
           finding_text::left_out_of_mask(lane, mask));
  });
}

bool Block::meet(Fragment& fragment, const Issue& issue) {
  const Rendezvous& meeting = image_->meetings[issue.code.detail];
  if (meeting.meeting == Meeting::warp_barrier) record(issue, issue.code.site, issue.mask);
  if (meeting.is_sync) report_absent_members(issue, meeting);
  if (meet_at_once(issue, meeting)) {
    ++fragment.pc;
    return true;
  }
  pass_unguarded(fragment, issue);
  fragment.wait = Wait::meeting;
  complete_meetings(issue.warp);
  return false;
}

// The usual case: every lane that is asked for stands in this very fragment.
bool Block::meet_at_once(const Issue& issue, const Rendezvous& meeting) {
  std::array<std::uint32_t, kWarpSize> groups, masks;
  std::uint32_t count = 0;
  for (std::uint32_t left = issue.mask; left != 0; ++count) {
    const std::uint32_t mask =
        meeting.is_sync ? members(issue, meeting, first_lane(left)) : issue.mask;
    std::uint32_t group = 0;
    each_lane(left & mask, [&](std::uint32_t lane) {
      const bool is_same = !meeting.is_sync || members(issue, meeting, lane) == mask;
      group |= std::uint32_t{is_same} << lane;
    });
    if ((mask & issue.warp.live & ~group) != 0) return false;
    groups[count] = group;
    masks[count] = mask;
    left &= ~group;
  }
  Parties parties;
  parties.fill({&meeting, &issue.frame, issue.instruction});
  for (std::uint32_t i = 0; i < count; ++i) perform(issue.warp, parties, groups[i], masks[i]);
  return true;
}

void Block::complete_meetings(Warp& warp) {
  while (complete_one_meeting(warp)) {
  }
}

bool Block::complete_one_meeting(Warp& warp) {
  Parties parties{};
  std::array<std::uint32_t, kWarpSize> masks{};
  std::uint32_t waiting = 0;
  for (const Fragment& fragment : warp.fragments) {
    if (fragment.wait != Wait::meeting) continue;
    const std::uint32_t instruction = fragment.frame->function->first_instruction + fragment.pc;
    const Decoded& code = fragment.frame->function->code[fragment.pc];
    const Rendezvous& meeting = image_->meetings[code.detail];
    const Issue issue{warp, *fragment.frame, code, instruction, fragment.mask, fragment.mask};
    each_lane(fragment.mask, [&](std::uint32_t lane) {
      parties[lane] = {&meeting, fragment.frame, instruction};
      masks[lane] = members(issue, meeting, lane);
    });
    waiting |= fragment.mask;
  }
  for (std::uint32_t left = waiting; left != 0;) {
    const std::uint32_t first = first_lane(left);
    std::uint32_t group = 0;
    each_lane(left, [&](std::uint32_t lane) {
      const bool is_same =
          masks[lane] == masks[first] &&
          parties[lane].meeting->meeting == parties[first].meeting->meeting &&
          parties[lane].meeting->value_bytes == parties[first].meeting->value_bytes;
      group |= std::uint32_t{is_same} << lane;
    });
    left &= ~group;
    if ((masks[first] & warp.live & ~group) != 0) continue;
    perform(warp, parties, group, masks[first]);
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
    if (fragment.wait != Wait::meeting || lanes == 0) continue;
    Fragment& going = lanes == fragment.mask ? fragment : warp.split(fragment, lanes);
    going.wait = Wait::none;
    ++going.pc;
  }
}

void Block::perform(Warp& warp, const Parties& parties, std::uint32_t group,
                    std::uint32_t members) {
  switch (parties[first_lane(group)].meeting->meeting) {
    case Meeting::warp_barrier:
      if (shared_.races() == nullptr) return;
      // Members that have exited count as arrived.
      shared_.races()->warp_barrier(warp.index, group | (members & ~warp.live), warp.live);
      return;
    case Meeting::shuffle_up:
    case Meeting::shuffle_down:
    case Meeting::shuffle_bfly:
    case Meeting::shuffle_idx:
      return shuffle(warp, parties, group);
    case Meeting::vote_all:
    case Meeting::vote_any:
    case Meeting::vote_uni:
    case Meeting::vote_ballot:
      return vote(parties, group);
    case Meeting::match_any:
    case Meeting::match_all:
      return match(parties, group);
    case Meeting::elect:
      return elect(parties, group);
    default:
      return reduce(parties, group);
  }
}

}  // namespace warplens::machine
