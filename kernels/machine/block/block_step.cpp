// The instructions of one fragment, one after the other.
#include "kernels/machine/block/block.h"
#include "kernels/machine/block/divisions.h"
#include "kernels/machine/block/seeded_turns.h"
#include "kernels/machine/block/traps.h"

namespace warplens::machine {
namespace {

std::uint32_t guarded(const Decoded& code, const std::byte* slots, std::uint32_t mask) {
  if (code.guard == kNoSlot) return mask;
  const auto predicate = *reinterpret_cast<const std::uint32_t*>(slots + code.guard);
  return mask & (predicate ^ code.guard_flip);
}

// std::popcount is a call on processors that need not have popcnt.
std::uint32_t lanes_of(std::uint32_t mask) {
  mask -= mask >> 1 & 0x55555555u;
  mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
  return ((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

bool is_access(InstructionKind kind) {
  return kind == InstructionKind::load || kind == InstructionKind::store ||
         kind == InstructionKind::atomic;
}

// All of it: its fragments stay in the order in which they run and merge.
void step_back(Warp& warp) {
  for (Fragment& fragment : warp.fragments) ++fragment.turns;
}

}  // namespace

template <Block::Beside kBeside>
void Block::run_fragment(Warp& warp, Fragment& fragment) {
  CallFrame& frame = *fragment.frame;
  const FunctionImage& function = *frame.function;
  const Decoded* const code = function.code.data();
  const std::uint64_t* const order = function.order.data();
  const std::uint64_t limit = warp.limit(fragment);
  const std::uint32_t mask = fragment.mask;
  const std::uint32_t lanes = lanes_of(mask);
  std::uint32_t pc = fragment.pc;
  while (true) {
    const Decoded& now = code[pc];
    const std::uint32_t active = guarded(now, frame.slots, mask);
    lane_instructions_ += active == mask ? lanes : lanes_of(active);
    if constexpr (kBeside == Beside::executions) {
      if (active != 0) ++executions_[function.first_instruction + pc];
    }
    if (++instructions_ >= next_check_) {
      fragment.pc = pc;
      if (!may_go_on(function.first_instruction + pc, warp)) return;
    }
    if constexpr (kBeside == Beside::records) {
      record({warp, fragment, frame, now, function.first_instruction + pc, active, mask});
    }
    if (now.kind == InstructionKind::arithmetic) {
      if constexpr (kBeside == Beside::non_finite) {
        const Issue issue{warp,   fragment, frame, now, function.first_instruction + pc,
                          active, mask};
        non_finite_->around(issue, [&] { now.function(frame.slots, active, now.operands); });
      } else if (active != 0) {
        now.function(frame.slots, active, now.operands);
      }
      if constexpr (kBeside == Beside::values) {
        context_.values.propagate(
            {warp, fragment, frame, now, function.first_instruction + pc, active, mask},
            function.flows[pc]);
      }
      ++pc;
    } else {
      fragment.pc = pc;
      const Issue issue{warp, fragment, frame, now, function.first_instruction + pc, active, mask};
      if constexpr (kBeside == Beside::values) context_.values.use_guard(issue);
      if (!execute(issue) || context_.has_ended) return;
      pc = fragment.pc;
    }
    if (order[pc] >= limit) {
      fragment.pc = pc;
      return;
    }
  }
}

template void Block::run_fragment<Block::Beside::nothing>(Warp& warp, Fragment& fragment);
template void Block::run_fragment<Block::Beside::values>(Warp& warp, Fragment& fragment);
template void Block::run_fragment<Block::Beside::executions>(Warp& warp, Fragment& fragment);
template void Block::run_fragment<Block::Beside::non_finite>(Warp& warp, Fragment& fragment);
template void Block::run_fragment<Block::Beside::records>(Warp& warp, Fragment& fragment);

void Block::record(const Issue& issue) {
  if (!executions_.empty() && issue.mask != 0) ++executions_[issue.instruction];
  const std::size_t barriers = context_.barriers == nullptr ? 0 : context_.barriers->all().size();
  context_.launch->options->instructions->add(
      *context_.instructions, {issue.instruction, issue.mask, issue.present, issue.warp.index,
                               static_cast<std::uint32_t>(context_.events.recorded()),
                               static_cast<std::uint32_t>(barriers)});
}

bool Block::execute(const Issue& issue) {
  const InstructionKind kind = issue.code.kind;
  if (issue.code.may_be_early) report_early_use(issue);
  if (kind == InstructionKind::branch) return branches_.branch(issue);
  if (kind == InstructionKind::indexed_branch) return branches_.indexed_branch(issue);
  if (issue.mask == 0) {
    ++issue.fragment.pc;
    return true;
  }
  switch (kind) {
    case InstructionKind::call:
      return calls_.call(issue);
    case InstructionKind::leave:
      if (issue.frame.caller == nullptr) return exit(issue);
      calls_.leave(issue);
      return false;
    case InstructionKind::exit:
      return exit(issue);
    case InstructionKind::warp_operation:
      return warp_operations_.execute(issue);
    case InstructionKind::barrier:
      return barriers_.execute(issue);
    case InstructionKind::cluster_barrier:
      return cluster_barriers_.execute(issue);
    case InstructionKind::tensor_allocation:
      return allocate_tensor_memory(issue);
    default:
      break;
  }
  execute_in_place(issue);
  if (context_.landing.is_by_seed()) let_copies_land();
  if (context_.has_ended) return false;
  ++issue.fragment.pc;
  if (!is_access(kind) ||
      !is_overtaken(*context_.control, turns_of(*context_.control, *context_.launch)))
    return true;
  step_back(issue.warp);
  return false;
}

void Block::let_copies_land() {
  copies_.step(warps_);
  tma_copies_.step();
}

void Block::execute_in_place(const Issue& issue) {
  switch (issue.code.kind) {
    case InstructionKind::clock_read:
      return read_clock(issue);
    case InstructionKind::division:
      return divide(context_, issue);
    case InstructionKind::load:
      return load_store_.load(issue);
    case InstructionKind::store:
      return load_store_.store(issue);
    case InstructionKind::parameter_load:
      return load_store_.access_parameters(issue, false);
    case InstructionKind::parameter_store:
      return load_store_.access_parameters(issue, true);
    case InstructionKind::atomic:
      return atomics_.execute(issue);
    case InstructionKind::async_access:
      return atomics_.execute_async(issue);
    case InstructionKind::cluster_address:
      return distributed_.map_address(issue);
    case InstructionKind::async_copy:
      return copies_.execute(issue);
    case InstructionKind::async_commit:
      return copies_.commit(issue);
    case InstructionKind::async_wait:
      return copies_.wait(issue);
    case InstructionKind::tma_copy:
      return tma_copies_.execute(issue);
    case InstructionKind::tensor_map_edit:
      return tensor_map_edits_.execute(issue);
    case InstructionKind::tma_commit:
      return tma_copies_.stores().commit(issue);
    case InstructionKind::tma_wait:
      return tma_copies_.stores().wait(issue);
    case InstructionKind::mbarrier:
      return mbarriers_.execute(issue);
    case InstructionKind::load_matrix:
      return matrices_.load(issue);
    case InstructionKind::store_matrix:
      return matrices_.store(issue);
    case InstructionKind::wmma_access:
      return wmma_accesses_.execute(issue);
    case InstructionKind::matrix_multiply:
      return matrices_.multiply(issue);
    case InstructionKind::wgmma_multiply:
      return wgmma_matrices_.multiply(issue);
    case InstructionKind::wgmma_commit:
      return wgmma_matrices_.commit(issue);
    case InstructionKind::tensor_move:
      return tensor_moves_.execute(issue);
    case InstructionKind::tensor_wait:
      return tensor_moves_.wait(issue);
    case InstructionKind::tensor_multiply:
      return tensor_multiplies_.multiply(issue);
    case InstructionKind::tensor_copy:
      return tensor_copies_.copy(issue);
    case InstructionKind::early_use:
      return execute_early(issue);
    case InstructionKind::proxy_fence:
      return load_store_.fence_proxies(issue);
    case InstructionKind::texture_read:
      return textures_.read(issue);
    case InstructionKind::surface_access:
      return surfaces_.access(issue);
    case InstructionKind::texture_query:
      return textures_.query(issue);
    case InstructionKind::stack_use:
      return stack_moves_.execute(issue);
    case InstructionKind::active_mask:
      return warp_operations_.write_active_mask(issue);
    case InstructionKind::fence:
      return load_store_.fence(issue);
    case InstructionKind::nop:
      return;
    case InstructionKind::trap:
      return end_at_trap(context_, issue);
    default:
      return end_at_opaque(context_, issue);
  }
}

// Of a register of a tcgen05.ld or a wgmma.
void Block::report_early_use(const Issue& issue) {
  tensor_moves_.check_early_use(issue);
  const FunctionImage& function = *issue.frame.function;
  const auto found = function.wgmma_uses.find(issue.fragment.pc);
  if (found == function.wgmma_uses.end() || issue.mask == 0) return;
  const EarlyUse& use = found->second;
  FindingPlace place{issue.instruction, issue.warp.index, first_lane(issue.mask)};
  place.other = function.first_instruction + use.other;
  context_.report.add_lazily(trace::FindingKind::undefined_sync, place, [&] {
    const CodePlace other = context_.image->code_place(place.other);
    return use.fault == EarlyUse::Fault::open ? finding_text::open_wgmma_register(other)
                                              : finding_text::unfenced_wgmma_register(other);
  });
}

void Block::execute_early(const Issue& issue) {
  const auto run = [&] { issue.code.function(issue.frame.slots, issue.mask, issue.code.operands); };
  non_finite_ ? non_finite_->around(issue, run) : run();
  if (!context_.values.is_on()) return;
  context_.values.propagate(issue, issue.frame.function->flows[issue.fragment.pc]);
}

bool Block::allocate_tensor_memory(const Issue& issue) {
  if (!tensor_allocations_.execute(issue) || context_.has_ended) return false;
  ++issue.fragment.pc;
  return true;
}

// Time passes by an instruction of any warp, so that it is the same on every machine.
void Block::read_clock(const Issue& issue) {
  issue.fragment.has_polled = true;
  issue.warp.frames.set_time(issue.frame, instructions_ + skipped_time_);
  issue.code.function(issue.frame.slots, issue.mask, issue.code.operands);
  if (!context_.values.is_on()) return;
  context_.values.propagate(issue, issue.frame.function->flows[issue.fragment.pc]);
}

bool Block::exit(const Issue& issue) {
  // The fragment may be gone when its lanes have exited.
  Warp& warp = issue.warp;
  const std::uint32_t lanes = issue.mask;
  ++issue.fragment.pc;
  copies_.complete_all(warp, lanes);
  tma_copies_.stores().complete_all(warp, lanes);
  if (lanes == warp.live) end_warp(issue);
  wgmma_matrices_.leave(warp);
  warp.exit(lanes);
  warp_operations_.complete(warp);
  barriers_.complete();
  cluster_barriers_.exit(issue, warp, lanes);
  return false;
}

void Block::end_warp(const Issue& issue) {
  const auto has_exited = [](const Warp& warp) { return warp.live == 0; };
  if (std::ranges::count_if(warps_, has_exited) + 1 != std::ssize(warps_)) return;
  tensor_allocations_.check_all_freed(issue);
  complete_copies_elsewhere();
}

// Blocks that copies come to find who asked for them there until they are over.
void Block::complete_copies_elsewhere() {
  if (context_.cluster == nullptr) return;
  for (ClusterMember& member : context_.cluster->members()) {
    if (!member.has_exited() && member.context != &context_) {
      member.mbarriers->complete_copies_of(context_.rank);
    }
  }
}

}  // namespace warplens::machine
