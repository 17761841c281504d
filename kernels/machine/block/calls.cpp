#include "kernels/machine/block/calls.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/symbols.h"

namespace warplens::machine {

using trace::FindingKind;

namespace {

std::uint32_t highest_end(const CallFrame& frame, std::uint32_t lanes) {
  std::uint32_t end = 0;
  each_lane(lanes, [&](std::uint32_t lane) { end = std::max(end, frame.local_end(lane)); });
  return end;
}

}  // namespace

bool Calls::call(const Issue& issue) {
  const CallSite& call = block_->image->calls[issue.code.detail];
  switch (call.callee) {
    case Callee::print:
      system_->print(issue, call);
      ++issue.fragment.pc;
      return true;
    case Callee::allocate:
      system_->allocate(issue, call);
      ++issue.fragment.pc;
      return true;
    case Callee::release:
      system_->release(issue, call);
      ++issue.fragment.pc;
      return true;
    case Callee::assertion_failure:
      system_->fail_assertion(issue, call);
      return false;
    case Callee::missing:
      block_->end_launch(FindingKind::opaque_instruction,
                         {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                         finding_text::missing_function(call.name));
      return false;
    case Callee::direct:
      pass_unguarded(issue);
      enter(issue, issue.fragment, call, call.function, issue.mask);
      return false;
    case Callee::indirect:
      pass_unguarded(issue);
      call_indirectly(issue, call);
      return false;
  }
  return false;
}

void Calls::call_indirectly(const Issue& issue, const CallSite& call) {
  const ProgramImage& image = *block_->image;
  const auto* targets = reinterpret_cast<const std::uint64_t*>(issue.frame.slots + call.target);
  if (block_->values.is_on()) block_->values.use(issue.frame, call.target, issue.mask);
  for (std::uint32_t left = issue.mask; left != 0 && !block_->has_ended;) {
    const std::uint64_t target = targets[first_lane(left)];
    std::uint32_t same = 0;
    each_lane(left,
              [&](std::uint32_t lane) { same |= std::uint32_t{targets[lane] == target} << lane; });
    left &= ~same;
    const auto found = std::ranges::find_if(image.functions, [&](const FunctionImage& function) {
      return function_address(*image.module, *function.function) == target;
    });
    if (found == image.functions.end() || found->function->is_entry) {
      return block_->end_launch(FindingKind::out_of_bounds,
                                {issue.instruction, issue.warp.index, first_lane(same)},
                                finding_text::bad_call_address(target));
    }
    Fragment& going = left == 0 ? issue.fragment : issue.warp.split(issue.fragment, same);
    enter(issue, going, call, static_cast<std::uint32_t>(found - image.functions.begin()), same);
  }
}

void Calls::enter(const Issue& issue, Fragment& fragment, const CallSite& call,
                  std::uint32_t function, std::uint32_t lanes) {
  CallFrame& caller = issue.frame;
  const FunctionImage& callee = block_->image->functions[function];
  const std::uint64_t local_base = align_up(highest_end(caller, lanes), callee.local_alignment);
  const std::uint64_t local_end = local_base + callee.local_bytes;
  if (caller.depth + 1 >= kMaximumDepth || local_end > kMaximumLocalBytes) {
    return block_->end_launch(FindingKind::stack_overflow,
                              {issue.instruction, issue.warp.index, first_lane(lanes)},
                              finding_text::stack_overflow(call.name, caller.depth + 1, local_end));
  }
  CallFrame* frame = issue.warp.frames.take(function, static_cast<std::uint32_t>(local_base));
  frame->caller = &caller;
  frame->call = &call;
  frame->depth = caller.depth + 1;
  frame->return_pc = fragment.pc + 1;
  frame->lanes = lanes;
  issue.warp.grow_local(static_cast<std::uint32_t>(local_end));
  each_lane(lanes, [&](std::uint32_t lane) {
    issue.warp.forget_local(1u << lane, caller.local_end(lane), local_end);
  });
  pass_arguments(caller, *frame, lanes);
  fragment.frame = frame;
  fragment.pc = 0;
}

void Calls::leave(const Issue& issue) {
  CallFrame* frame = &issue.frame;
  pass_unguarded(issue);
  pass_results(*frame, *frame->caller, issue.mask);
  issue.fragment.frame = frame->caller;
  issue.fragment.pc = frame->return_pc;
  issue.warp.leave_frame(frame, issue.mask);
}

void Calls::pass_arguments(const CallFrame& from, CallFrame& to, std::uint32_t lanes) {
  const std::vector<std::uint32_t>& arguments = to.call->arguments;
  const std::vector<ParameterCopy>& parameters = to.function->parameters;
  for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i) {
    if (arguments[i] + std::size_t{parameters[i].bytes} > from.function->parameter_bytes) continue;
    move_parameter(from, to, {arguments[i], parameters[i].to, parameters[i].bytes}, lanes);
  }
}

void Calls::pass_results(const CallFrame& from, CallFrame& to, std::uint32_t lanes) {
  const std::vector<std::uint32_t>& results = from.call->results;
  const std::vector<ParameterCopy>& returns = from.function->returns;
  for (std::size_t i = 0; i < std::min(results.size(), returns.size()); ++i) {
    if (results[i] + std::size_t{returns[i].bytes} > to.function->parameter_bytes) continue;
    move_parameter(from, to, {returns[i].to, results[i], returns[i].bytes}, lanes);
  }
}

void Calls::move_parameter(const CallFrame& from, CallFrame& to, const ParameterCopy& copy,
                           std::uint32_t lanes) {
  const std::size_t from_stride = from.function->parameter_bytes;
  const std::size_t to_stride = to.function->parameter_bytes;
  const bool is_tracked = block_->values.is_on();
  each_lane(lanes, [&](std::uint32_t lane) {
    std::memcpy(to.parameters + lane * to_stride + copy.to,
                from.parameters + lane * from_stride + copy.from, copy.bytes);
    for (std::uint32_t byte = 0; is_tracked && byte < copy.bytes; byte += 4) {
      to.parameter_nodes[(copy.to + byte) / 4 * kWarpSize + lane] =
          from.parameter_nodes[(copy.from + byte) / 4 * kWarpSize + lane];
    }
  });
}

}  // namespace warplens::machine
