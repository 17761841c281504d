// The instructions of one fragment, one after the other.
#include <bit>

#include "kernels/machine/block/block.h"
#include "kernels/machine/block/seeded_turns.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

std::uint32_t guarded(const Decoded& code, const std::byte* slots, std::uint32_t mask) {
  if (code.guard == kNoSlot) return mask;
  const auto predicate = *reinterpret_cast<const std::uint32_t*>(slots + code.guard);
  return mask & (predicate ^ code.guard_flip);
}

// What the machine does not know of an instruction: its mnemonic, and for a move the special
// register.
std::string unknown_part(const ptx::Instruction& instruction) {
  std::string text = instruction.mnemonic();
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::Operand::Kind::special) text += " " + operand.text;
  }
  return text;
}

bool is_access(InstructionKind kind) {
  return kind == InstructionKind::load || kind == InstructionKind::store ||
         kind == InstructionKind::atomic;
}

// All of it: its fragments stay in the order in which they run and meet.
void step_back(Warp& warp) {
  for (Fragment& fragment : warp.fragments) ++fragment.turns;
}

}  // namespace

template <bool kTracked>
void Block::run_fragment(Warp& warp, Fragment& fragment) {
  CallFrame& frame = *fragment.frame;
  const FunctionImage& function = *frame.function;
  const Decoded* const code = function.code.data();
  const std::uint64_t* const order = function.order.data();
  const std::uint64_t limit = warp.limit(fragment);
  const std::uint32_t mask = fragment.mask;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(mask));
  std::uint32_t pc = fragment.pc;
  while (true) {
    const Decoded& now = code[pc];
    const std::uint32_t active = guarded(now, frame.slots, mask);
    lane_instructions_ +=
        active == mask ? lanes : static_cast<std::uint32_t>(std::popcount(active));
    if (++instructions_ >= next_check_) {
      fragment.pc = pc;
      if (!may_go_on(function.first_instruction + pc, warp)) return;
    }
    if (now.kind == InstructionKind::arithmetic) {
      if (active != 0) now.function(frame.slots, active, now.operands);
      if constexpr (kTracked) {
        propagate({warp, frame, now, function.first_instruction + pc, active, mask},
                  function.flows[pc]);
      }
      ++pc;
    } else {
      fragment.pc = pc;
      const Issue issue{warp, frame, now, function.first_instruction + pc, active, mask};
      if constexpr (kTracked) use_guard(issue);
      if (!execute(fragment, issue) || ended_) return;
      pc = fragment.pc;
    }
    if (order[pc] >= limit) {
      fragment.pc = pc;
      return;
    }
  }
}

template void Block::run_fragment<false>(Warp& warp, Fragment& fragment);
template void Block::run_fragment<true>(Warp& warp, Fragment& fragment);

bool Block::execute(Fragment& fragment, const Issue& issue) {
  const Decoded& code = issue.code;
  switch (code.kind) {
    case InstructionKind::branch:
      return branch(fragment, issue);
    case InstructionKind::indexed_branch:
      return indexed_branch(fragment, issue);
    default:
      break;
  }
  if (issue.mask == 0) {
    ++fragment.pc;
    return true;
  }
  switch (code.kind) {
    case InstructionKind::load:
    case InstructionKind::store: {
      const MemoryAccess& detail = image_->accesses[code.detail];
      fragment.has_polled = fragment.has_polled || detail.polls;
      access(issue, detail, code.kind == InstructionKind::store);
      break;
    }
    case InstructionKind::parameter_load:
    case InstructionKind::parameter_store: {
      const MemoryAccess& detail = image_->accesses[code.detail];
      lane_addresses(issue, detail.address, event_.address);
      access_parameters(issue, detail, code.kind == InstructionKind::parameter_store, issue.mask);
      break;
    }
    case InstructionKind::atomic:
      fragment.has_polled =
          fragment.has_polled || image_->accesses[image_->atomics[code.detail].access].polls;
      atomic(issue);
      break;
    case InstructionKind::call:
      return call(fragment, issue);
    case InstructionKind::leave:
      return leave(fragment, issue);
    case InstructionKind::exit: {
      Warp& warp = issue.warp;
      const std::uint32_t exiting = issue.mask;
      ++fragment.pc;
      exit_lanes(warp, exiting);
      return false;
    }
    case InstructionKind::warp_operation:
      return operate(fragment, issue);
    case InstructionKind::barrier:
      return barrier(fragment, issue);
    case InstructionKind::active_mask:
      each_lane(issue.mask, [&](std::uint32_t lane) {
        write_slot(issue.frame.slots + code.operands[0], 4, lane, issue.mask);
      });
      break;
    case InstructionKind::async_copy:
      start_copy(issue);
      break;
    case InstructionKind::async_commit:
      commit_copies(issue);
      break;
    case InstructionKind::async_wait:
      complete_copies(issue.warp, issue.mask, code.detail);
      break;
    case InstructionKind::load_matrix:
      matrix(issue, false);
      break;
    case InstructionKind::store_matrix:
      matrix(issue, true);
      break;
    case InstructionKind::matrix_multiply:
      multiply(issue);
      break;
    case InstructionKind::mbarrier:
      fragment.has_polled = true;
      mbarrier(issue);
      break;
    case InstructionKind::trap:
      report(trace::FindingKind::assertion,
             {issue.instruction, issue.warp.index, first_lane(issue.mask)},
             finding_text::trap(image_->place(issue.instruction).instruction->opcode));
      end_launch();
      return false;
    case InstructionKind::nop:
      break;
    default:
      report(trace::FindingKind::opaque_instruction,
             {issue.instruction, issue.warp.index, first_lane(issue.mask)},
             finding_text::opaque_instruction(
                 unknown_part(*image_->place(issue.instruction).instruction)));
      end_launch();
      return false;
  }
  ++fragment.pc;
  if (!is_access(code.kind) || !is_overtaken(*control_, turns_of(*launch_))) return true;
  step_back(issue.warp);
  return false;
}

void Block::pass_unguarded(Fragment& fragment, const Issue& issue) {
  const std::uint32_t others = fragment.mask & ~issue.mask;
  if (others == 0) return;
  Fragment& passed = issue.warp.split(fragment, others);
  ++passed.pc;
}

}  // namespace warplens::machine
