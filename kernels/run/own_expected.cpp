#include "kernels/run/own_expected.h"

#include <algorithm>

#include "kernels/run/elements.h"
#include "kernels/run/gpu_plan.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {
namespace {

using catalog::BufferSpec;

const BufferSpec* find_spec(const DeviceBuffers& buffers, const std::string& name) {
  const auto& specs = buffers.specs();
  const auto found = std::ranges::find(specs, name, &BufferSpec::name);
  return found == specs.end() ? nullptr : &*found;
}

tl::unexpected<Error> in_reference(const ReferenceKernel& reference, const Error& error) {
  return fail(tr("reference {}: {}", reference.launch.entry, error.message));
}

// A reference kernel with findings is an error: its results prove nothing.
Result<void> check_findings(const trace::Run& result) {
  for (const trace::Finding& finding : result.traces.front()->findings)
    if (finding.severity == trace::Severity::error) return fail(Error{finding.message});
  return {};
}

Result<void> run_on_cpu(OwnPlan& plan, const OwnKernel& kernel, const Options& options) {
  Options how;
  how.machine = options.machine;
  how.machine.recording = machine::Recording::none;
  how.machine.progress = nullptr;
  const auto result = run_steps(plan.steps, {{}, kernel.module}, plan.buffers, how);
  return result.has_value() ? check_findings(*result) : fail(result.error());
}

Result<void> run_on_gpu(OwnPlan& plan, const OwnKernel& kernel, const Options& options) {
  TRY(auto prepared, GpuPlan::prepare(*options.gpu, *kernel.module, plan.steps, plan.buffers));
  const Result<void> ran =
      prepared.run_each([](const GpuPlan::QueueLaunch& launch) { return launch(); });
  return ran.has_value() ? prepared.buffers().download_results(plan.buffers) : ran;
}

// The kernel's inputs, with the reference in the place of its launches.
OwnKernel in_place_of(const OwnKernel& kernel, const ReferenceKernel& reference) {
  OwnKernel only;
  static_cast<OwnLaunch&>(only) = reference.launch;
  only.arguments = kernel.arguments;
  only.module = kernel.module;
  only.buffers = kernel.buffers;
  return only;
}

Result<void> check_size(const Expectation& expectation, const DeviceBuffers& buffers) {
  const BufferSpec* spec = find_spec(buffers, expectation.buffer);
  if (spec == nullptr) return fail(tr("no buffer called {} to compare", expectation.buffer));
  TRY(const auto size, bytes_of(*spec));
  if (size == expectation.bytes.size()) return {};
  return fail(tr("buffer {} is {} bytes, what is expected of it {}", expectation.buffer, size,
                 expectation.bytes.size()));
}

Result<std::vector<Expectation>> results_of(const OwnKernel& kernel,
                                            const ReferenceKernel& reference,
                                            const Options& options) {
  const OwnKernel only = in_place_of(kernel, reference);
  auto plan = plan_own(only, options.memory);
  if (!plan.has_value()) return in_reference(reference, plan.error());
  if (!reference.buffer.empty() && find_spec(plan->buffers, reference.buffer) == nullptr)
    return fail(tr("no buffer called {} to compare", reference.buffer));
  const Result<void> ran =
      options.gpu == nullptr ? run_on_cpu(*plan, only, options) : run_on_gpu(*plan, only, options);
  if (!ran.has_value()) return in_reference(reference, ran.error());
  std::vector<Expectation> results;
  for (const BufferSpec& spec : plan->buffers.specs()) {
    const bool is_wanted = reference.buffer.empty() ? spec.role != catalog::BufferRole::in
                                                    : spec.name == reference.buffer;
    if (!is_wanted) continue;
    const std::span<std::byte> bytes = plan->buffers.bytes(spec.name);
    results.push_back({spec.name, {bytes.begin(), bytes.end()}, reference.tolerance});
  }
  return results;
}

}  // namespace

Result<OwnExpected> OwnExpected::make(const OwnKernel& kernel, const DeviceBuffers& buffers,
                                      const Options& options) {
  OwnExpected expected;
  expected.expectations_ = kernel.expectations;
  for (const ReferenceKernel& reference : kernel.references) {
    TRY(auto results, results_of(kernel, reference, options));
    std::ranges::move(results, std::back_inserter(expected.expectations_));
  }
  for (const Expectation& expectation : expected.expectations_) {
    TRY(check_size(expectation, buffers));
  }
  return expected;
}

std::optional<trace::Mismatch> OwnExpected::compare_with(DeviceBuffers& actual) const {
  std::optional<trace::Mismatch> mismatch;
  for (const Expectation& expectation : expectations_)
    compare(*find_spec(actual, expectation.buffer), expectation.bytes,
            actual.bytes(expectation.buffer), expectation.tolerance, mismatch);
  return mismatch;
}

}  // namespace warplens::run
