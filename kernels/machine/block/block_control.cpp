// Branches, calls, returns and exits.
#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/symbols.h"

namespace warplens::machine {
namespace {

// Back-edges after which another fragment gets its turn. A loop that polls memory waits for
// someone, so it steps back soon; a lock handed round a block of 1,024 threads still ends quickly.
// Any other loop may just be long, and stepping back costs its reconvergence.
constexpr std::uint32_t kPollingTurn = 256;
constexpr std::uint32_t kPlainTurn = 1 << 16;

}  // namespace

bool Block::jump(Warp& warp, Fragment& fragment, bool is_back_edge, std::uint32_t target) {
  fragment.pc = target;
  if (!is_back_edge) return true;
  const bool polls = std::exchange(fragment.has_polled, false);
  std::uint32_t& edges = polls ? fragment.polling_edges : fragment.plain_edges;
  // With several fragments, a step back is when the order is looked at again.
  if (++edges < (polls ? kPollingTurn : kPlainTurn)) return warp.fragments.size() == 1;
  fragment.polling_edges = 0;
  fragment.plain_edges = 0;
  ++fragment.turns;
  return false;
}

bool Block::branch(Fragment& fragment, const Issue& issue) {
  const std::uint32_t taken = issue.mask;
  if (issue.code.site != trace::kNone && recorder_ != nullptr) {
    event_.taken = taken;
    record(issue, issue.code.site, fragment.mask);
    event_.taken = 0;
  }
  const bool is_back_edge = issue.code.back_edge;
  if (taken == fragment.mask) return jump(issue.warp, fragment, is_back_edge, issue.code.detail);
  if (taken == 0) {
    ++fragment.pc;
    return true;
  }
  Fragment& jumping = issue.warp.split(fragment, taken);
  ++fragment.pc;
  jump(issue.warp, jumping, is_back_edge, issue.code.detail);
  return false;
}

bool Block::indexed_branch(Fragment& fragment, const Issue& issue) {
  const std::vector<std::uint32_t>& targets = image_->branch_targets[issue.code.detail];
  const auto* choice =
      reinterpret_cast<const std::uint32_t*>(issue.frame.slots + issue.code.operands[0]);
  if (tracker_) use_lanes(issue.frame, issue.code.operands[0], issue.mask);
  event_.taken = issue.mask;
  record(issue, issue.code.site, fragment.mask);
  event_.taken = 0;
  pass_unguarded(fragment, issue);
  if (issue.mask == 0) {
    ++fragment.pc;
    return true;
  }
  std::uint32_t left = issue.mask;
  while (left != 0) {
    const auto first = first_lane(left);
    const std::uint32_t index = choice[first];
    if (index >= targets.size()) {
      report(Kind::out_of_bounds, {issue.instruction, issue.warp.index, first},
             finding_text::bad_table_entry(index, targets.size()));
      end_launch();
      return false;
    }
    std::uint32_t same = 0;
    each_lane(left,
              [&](std::uint32_t lane) { same |= std::uint32_t{choice[lane] == index} << lane; });
    left &= ~same;
    Fragment& going = left == 0 ? fragment : issue.warp.split(fragment, same);
    jump(issue.warp, going, issue.code.back_edge, targets[index]);
  }
  return false;
}

void Block::pass_arguments(const CallFrame& from, CallFrame& to, std::uint32_t lanes) {
  const std::vector<std::uint32_t>& arguments = to.call->arguments;
  const std::vector<ParameterCopy>& parameters = to.function->parameters;
  const std::size_t from_stride = from.function->parameter_bytes;
  const std::size_t to_stride = to.function->parameter_bytes;
  for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i) {
    if (arguments[i] + std::size_t{parameters[i].bytes} > from_stride) continue;
    each_lane(lanes, [&](std::uint32_t lane) {
      std::memcpy(to.parameters + lane * to_stride + parameters[i].to,
                  from.parameters + lane * from_stride + arguments[i], parameters[i].bytes);
      for (std::uint32_t byte = 0; tracker_ && byte < parameters[i].bytes; byte += 4) {
        to.parameter_nodes[(parameters[i].to + byte) / 4 * kWarpSize + lane] =
            from.parameter_nodes[(arguments[i] + byte) / 4 * kWarpSize + lane];
      }
    });
  }
}

void Block::pass_results(const CallFrame& from, CallFrame& to, std::uint32_t lanes) {
  const std::vector<std::uint32_t>& results = from.call->results;
  const std::vector<ParameterCopy>& returns = from.function->returns;
  const std::size_t from_stride = from.function->parameter_bytes;
  const std::size_t to_stride = to.function->parameter_bytes;
  for (std::size_t i = 0; i < std::min(results.size(), returns.size()); ++i) {
    if (results[i] + std::size_t{returns[i].bytes} > to_stride) continue;
    each_lane(lanes, [&](std::uint32_t lane) {
      std::memcpy(to.parameters + lane * to_stride + results[i],
                  from.parameters + lane * from_stride + returns[i].to, returns[i].bytes);
      for (std::uint32_t byte = 0; tracker_ && byte < returns[i].bytes; byte += 4) {
        to.parameter_nodes[(results[i] + byte) / 4 * kWarpSize + lane] =
            from.parameter_nodes[(returns[i].to + byte) / 4 * kWarpSize + lane];
      }
    });
  }
}

bool Block::enter(Fragment& fragment, const Issue& issue, const CallSite& call,
                  std::uint32_t function, std::uint32_t lanes) {
  CallFrame& caller = issue.frame;
  const FunctionImage& callee = image_->functions[function];
  const std::uint64_t local_base =
      align_up(caller.local_base + caller.function->local_bytes, callee.local_alignment);
  const std::uint64_t local_end = local_base + callee.local_bytes;
  if (caller.depth + 1 >= kMaximumDepth || local_end > kMaximumLocalBytes) {
    report(Kind::stack_overflow, {issue.instruction, issue.warp.index, first_lane(lanes)},
           finding_text::stack_overflow(call.name, caller.depth + 1, local_end));
    end_launch();
    return false;
  }
  CallFrame* frame = issue.warp.frames.take(function, static_cast<std::uint32_t>(local_base));
  frame->caller = &caller;
  frame->call = &call;
  frame->depth = caller.depth + 1;
  frame->return_pc = fragment.pc + 1;
  frame->lanes = lanes;
  issue.warp.grow_local(static_cast<std::uint32_t>(local_end));
  pass_arguments(caller, *frame, lanes);
  fragment.frame = frame;
  fragment.pc = 0;
  return false;
}

bool Block::call(Fragment& fragment, const Issue& issue) {
  const CallSite& call = image_->calls[issue.code.detail];
  const auto first = first_lane(issue.mask);
  if (call.callee == Callee::print) {
    print(issue, call);
    ++fragment.pc;
    return true;
  }
  if (call.callee == Callee::assertion_failure) {
    fail_assertion(issue, call);
    return false;
  }
  if (call.callee == Callee::missing) {
    report(Kind::opaque_instruction, {issue.instruction, issue.warp.index, first},
           finding_text::missing_function(call.name));
    end_launch();
    return false;
  }
  pass_unguarded(fragment, issue);
  if (call.callee == Callee::direct) {
    return enter(fragment, issue, call, call.function, issue.mask);
  }
  const auto* targets = reinterpret_cast<const std::uint64_t*>(issue.frame.slots + call.target);
  if (tracker_) use_lanes(issue.frame, call.target, issue.mask);
  for (std::uint32_t left = issue.mask; left != 0 && !ended_;) {
    const std::uint64_t target = targets[first_lane(left)];
    std::uint32_t same = 0;
    each_lane(left,
              [&](std::uint32_t lane) { same |= std::uint32_t{targets[lane] == target} << lane; });
    left &= ~same;
    const auto found = std::ranges::find_if(image_->functions, [&](const FunctionImage& image) {
      return function_address(*image_->module, *image.function) == target;
    });
    if (found == image_->functions.end() || found->function->is_entry) {
      report(Kind::out_of_bounds, {issue.instruction, issue.warp.index, first_lane(same)},
             finding_text::bad_call_address(target));
      end_launch();
      return false;
    }
    Fragment& going = left == 0 ? fragment : issue.warp.split(fragment, same);
    enter(going, issue, call, static_cast<std::uint32_t>(found - image_->functions.begin()), same);
  }
  return false;
}

bool Block::leave(Fragment& fragment, const Issue& issue) {
  Warp& warp = issue.warp;
  CallFrame* frame = &issue.frame;
  const std::uint32_t lanes = issue.mask;
  if (frame->caller == nullptr) {
    ++fragment.pc;
    exit_lanes(warp, lanes);
    return false;
  }
  pass_unguarded(fragment, issue);
  pass_results(*frame, *frame->caller, lanes);
  fragment.frame = frame->caller;
  fragment.pc = frame->return_pc;
  warp.leave_frame(frame, lanes);
  return false;
}

void Block::exit_lanes(Warp& warp, std::uint32_t lanes) {
  complete_copies(warp, lanes, kNoIndex);
  warp.exit(lanes);
  complete_warp_operations(warp);
  check_barriers();
}

}  // namespace warplens::machine
