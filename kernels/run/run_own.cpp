#include "kernels/machine/launch/unrecorded_reach.h"
#include "kernels/run/fused_run.h"
#include "kernels/run/non_finite.h"
#include "kernels/run/own_expected.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {
namespace {

template <class Act>
void each_buffer(const OwnKernel& kernel, Act act) {
  for (const OwnBuffer& buffer : kernel.buffers) act(buffer);
  for (const OwnArgument& argument : kernel.arguments)
    if (const auto* buffer = std::get_if<OwnBuffer>(&argument)) act(*buffer);
}

machine::UnrecordedReach::Names short_buffers(const OwnKernel& kernel) {
  machine::UnrecordedReach::Names names;
  each_buffer(kernel, [&](const OwnBuffer& buffer) {
    if (buffer.may_be_short) names.insert(buffer.name);
  });
  return names;
}

// What was not reported since a guessed buffer is too short for it.
void note_short_buffers(const OwnKernel& kernel, const machine::UnrecordedReach& reach,
                        trace::Run& run) {
  each_buffer(kernel, [&](const OwnBuffer& buffer) {
    const auto end = reach.ends().find(buffer.name);
    const std::uint64_t bytes = buffer.count * catalog::size_of(buffer.type);
    if (!buffer.may_be_short || end == reach.ends().end() || end->second <= bytes) return;
    run.notes.push_back(tr(
        "{0} has {1} elements, which is a guess for other sizes, and the kernel reaches for {2}: "
        "that is no error of the kernel's, but the figures lack it: say how many there are",
        buffer.name, buffer.count,
        (end->second + catalog::size_of(buffer.type) - 1) / catalog::size_of(buffer.type)));
  });
}

// What the launches would have needed of memory whose contents nobody has.
void note_gaps(const OwnKernel& kernel, const machine::UnrecordedReach& reach, trace::Run& run) {
  for (const auto& [index, end] : reach.gap_ends()) {
    const OwnAllocation& allocation = kernel.allocations[index];
    run.notes.push_back(tr(
        "{0}: {1} of its {2} bytes were captured, and a launch reaches for others, up to byte {3}: "
        "that is no error of the kernel's, but its result lacks them: capture again with --bytes "
        "{2} or more",
        allocation.name, allocation.kept, allocation.bytes, end - allocation.address));
  }
}

// What differs where bytes are missing proves nothing.
Result<void> compare(const OwnExpected& expected, const machine::UnrecordedReach& reach,
                     DeviceBuffers& buffers, trace::Run& result) {
  TRY(auto mismatch, expected.compare_with(buffers));
  if (mismatch.has_value() && !reach.gap_ends().empty()) {
    result.notes.push_back(
        tr("the result differs from what the GPU left, perhaps since bytes were not captured: it "
           "was not compared"));
    return {};
  }
  result.mismatch = std::move(mismatch);
  result.verdict = result.mismatch.has_value() ? trace::Verdict::mismatch : trace::Verdict::match;
  return {};
}

// What a GPU left that ran what ptxas made.
Result<void> compare_fused(const OwnKernel& kernel, const OwnExpected& expected,
                           const Options& options, trace::Run& result) {
  TRY(const bool is_match, matches_when_fused(kernel, expected, options));
  if (!is_match) return {};
  result.notes.push_back(
      tr("it leaves what the GPU left where products are rounded together with the sums that take "
         "them (fma), as ptxas does; the PTX leaves that open"));
  result.mismatch.reset();
  result.verdict = trace::Verdict::match;
  return {};
}

Result<DeviceBuffers> initial_buffers(const OwnKernel& kernel, std::uint64_t memory) {
  TRY(auto plan, plan_own(kernel, memory));
  return std::move(plan.buffers);
}

}  // namespace

std::vector<machine::UnrecordedReach::Gap> unknown_memory(const OwnKernel& kernel) {
  std::vector<machine::UnrecordedReach::Gap> gaps;
  for (std::size_t i = 0; i < kernel.allocations.size(); ++i) {
    for (machine::UnrecordedReach::Gap gap : kernel.allocations[i].gaps) {
      gap.allocation = i;
      gaps.push_back(gap);
    }
  }
  return gaps;
}

Result<trace::Run> run_own(const OwnKernel& kernel, const Options& options) {
  if (options.gpu != nullptr && !kernel.why_not_on_gpu.empty()) return fail(kernel.why_not_on_gpu);
  TRY(auto plan, plan_own(kernel, options.memory));
  DeviceBuffers& buffers = plan.buffers;
  TRY(const auto expected, OwnExpected::make(kernel, buffers, options));

  machine::UnrecordedReach reach(short_buffers(kernel), unknown_memory(kernel));
  Options how = options;
  if (how.machine.unrecorded == nullptr) how.machine.unrecorded = &reach;
  const PlanTarget target = target_of(kernel, plan);
  TRY(trace::Run result, run_steps(plan.steps, target, buffers, how));
  note_short_buffers(kernel, reach, result);
  note_gaps(kernel, reach, result);
  result.notes.insert(result.notes.end(), kernel.notes.begin(), kernel.notes.end());
  result.is_guessed_launch = kernel.is_guessed;
  if (!expected.is_empty() && !was_stopped(result)) {
    TRY(compare(expected, reach, buffers, result));
    if (result.mismatch.has_value() && !kernel.allocations.empty())
      TRY(compare_fused(kernel, expected, how, result));
  }
  if (options.keep_buffers) result.buffers = buffers.copies();
  find_non_finite(
      plan.steps, target, options, buffers, [&] { return initial_buffers(kernel, options.memory); },
      result);
  result.sources = kernel.sources;
  result.ptx = kernel.ptx;
  return result;
}

}  // namespace warplens::run
