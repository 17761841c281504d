#include "kernels/machine/block/branches.h"

#include <utility>
#include <vector>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Back-edges after which another fragment gets its turn. A loop that polls memory waits for
// someone, so it steps back soon, and at once when it has done so before; a lock handed round a
// block of 1,024 threads, or a barrier of 5,000 blocks, still ends quickly. Any other loop may just
// be long, and stepping back costs its reconvergence.
constexpr std::uint32_t kPollingTurn = 32;
constexpr std::uint32_t kNextPollingTurn = 2;
constexpr std::uint32_t kPlainTurn = 1 << 16;

std::uint32_t polling_turn(const Fragment& fragment) {
  return fragment.spun_on == fragment.polled_at ? kNextPollingTurn : kPollingTurn;
}

// Goes to `target`; false when the fragment has had its turn.
bool jump(const Warp& warp, Fragment& fragment, bool is_back_edge, std::uint32_t target) {
  fragment.pc = target;
  if (!is_back_edge) return true;
  const bool polls = std::exchange(fragment.has_polled, false);
  std::uint32_t& edges = polls ? fragment.polling_edges : fragment.plain_edges;
  // With several fragments, a step back is when the order is looked at again.
  if (++edges < (polls ? polling_turn(fragment) : kPlainTurn)) return warp.fragments.size() == 1;
  fragment.polling_edges = 0;
  fragment.plain_edges = 0;
  ++fragment.turns;
  fragment.spun_on = polls ? fragment.polled_at : kNoIndex;
  return false;
}

}  // namespace

bool Branches::branch(const Issue& issue) {
  Fragment& fragment = issue.fragment;
  const Decoded& code = issue.code;
  const std::uint32_t taken = issue.mask;
  block_->events.record_branch(issue, fragment.mask, taken);
  if (taken == fragment.mask) return jump(issue.warp, fragment, code.back_edge, code.detail);
  if (taken == 0) {
    ++fragment.pc;
    return true;
  }
  Fragment& jumping = issue.warp.split(fragment, taken);
  ++fragment.pc;
  jump(issue.warp, jumping, code.back_edge, code.detail);
  return false;
}

bool Branches::indexed_branch(const Issue& issue) {
  const std::vector<std::uint32_t>& targets = block_->image->branch_targets[issue.code.detail];
  const auto* choice =
      reinterpret_cast<const std::uint32_t*>(issue.frame.slots + issue.code.operands[0]);
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, issue.code.operands[0], issue.mask);
  }
  block_->events.record_branch(issue, issue.fragment.mask, issue.mask);
  pass_unguarded(issue);
  if (issue.mask == 0) {
    ++issue.fragment.pc;
    return true;
  }
  for (std::uint32_t left = issue.mask; left != 0;) {
    const std::uint32_t first = first_lane(left);
    const std::uint32_t index = choice[first];
    if (index >= targets.size()) {
      block_->end_launch(trace::FindingKind::out_of_bounds,
                         {issue.instruction, issue.warp.index, first},
                         finding_text::bad_table_entry(index, targets.size()));
      return false;
    }
    std::uint32_t same = 0;
    each_lane(left,
              [&](std::uint32_t lane) { same |= std::uint32_t{choice[lane] == index} << lane; });
    left &= ~same;
    Fragment& going = left == 0 ? issue.fragment : issue.warp.split(issue.fragment, same);
    jump(issue.warp, going, issue.code.back_edge, targets[index]);
  }
  return false;
}

}  // namespace warplens::machine
