#include "kernels/run/instrumented_results.h"

#include <algorithm>

#include "kernels/device/pin_rounding.h"
#include "kernels/run/cpu_findings.h"
#include "kernels/run/elements.h"
#include "kernels/run/gpu_plan.h"

namespace warplens::run {
namespace {

Result<BufferContents> results_of(Result<GpuPlan> plan) {
  TRY(plan);
  TRY(plan->run_each([](const GpuPlan::QueueLaunch& launch) { return launch(); }));
  return plan->buffers().results();
}

std::optional<trace::Mismatch> difference(const std::vector<catalog::BufferSpec>& specs,
                                          const BufferContents& expected,
                                          const BufferContents& actual) {
  std::optional<trace::Mismatch> mismatch;
  for (const catalog::BufferSpec& spec : specs) {
    const auto one = expected.find(spec.name), other = actual.find(spec.name);
    if (one == expected.end() || other == actual.end()) continue;
    compare(spec, one->second, other->second, {}, mismatch);
  }
  return mismatch;
}

// The reason, as the CPU sees it, why the kernels' results may change from run to run; nothing:
// they cannot.
Result<std::optional<Text>> cause_on_cpu(std::span<const catalog::Step> steps,
                                         const PlanTarget& target, DeviceBuffers& buffers,
                                         const Options& options) {
  TRY(const trace::Run run, run_on_cpu(steps, target, buffers, options));
  if (const trace::Finding* found = first_error(run)) return found->message;
  const bool has_order =
      std::ranges::any_of(run.traces, [](const auto& trace) { return trace->order_dependent; });
  return has_order ? std::optional<Text>(tr("the order of its blocks shows")) : std::nullopt;
}

Text place_of(const trace::Mismatch& mismatch) {
  return tr("{}[{}] is {}, not {}, and {} elements differ", mismatch.buffer, mismatch.element,
            mismatch.actual, mismatch.expected, mismatch.count);
}

Text note(const trace::Mismatch& mismatch, const Text& why) {
  return tr("the traced kernel's result is not the untouched one's ({}): {}", place_of(mismatch),
            why);
}

Error refusal(const trace::Mismatch& mismatch, const Text& why) {
  return {tr("{}: trace it on the CPU", note(mismatch, why))};
}

}  // namespace

Result<BufferContents> untouched_results(std::span<const catalog::Step> steps,
                                         const PlanTarget& target, DeviceBuffers& initial,
                                         const Options& options) {
  return results_of(GpuPlan::prepare(*options.gpu, target, steps, initial));
}

Result<std::optional<Text>> compare_results(std::span<const catalog::Step> steps,
                                            const PlanTarget& target,
                                            const BufferContents& untouched,
                                            const BufferContents& instrumented,
                                            DeviceBuffers& initial, const Options& options) {
  const auto& specs = initial.specs();
  const std::optional<trace::Mismatch> differs = difference(specs, untouched, instrumented);
  if (!differs.has_value()) return std::nullopt;

  TRY(GpuImages images, compile_images(*options.gpu, target, device::with_pinned_rounding));
  TRY(const auto pinned,
      results_of(GpuPlan::prepare(*options.gpu, std::move(images), steps, initial)));
  if (!difference(specs, pinned, instrumented).has_value()) {
    return note(*differs, tr("the driver fuses products and sums, which the traced kernel rounds"));
  }
  TRY(const auto again, untouched_results(steps, target, initial, options));
  if (difference(specs, untouched, again).has_value()) {
    return note(*differs, tr("that one changes from run to run"));
  }
  const auto cause = cause_on_cpu(steps, target, initial, options);
  if (!cause.has_value()) return fail(refusal(*differs, cause.error().message));
  if (cause->has_value()) return note(*differs, **cause);
  return fail(refusal(*differs, tr("nothing in it hangs on an order")));
}

}  // namespace warplens::run
