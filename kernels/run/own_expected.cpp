#include "kernels/run/own_expected.h"

#include <algorithm>
#include <cstring>

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
  const auto result = run_steps(plan.steps, target_of(kernel, plan), plan.buffers, how);
  return result.has_value() ? check_findings(*result) : fail(result.error());
}

Result<void> run_on_gpu(OwnPlan& plan, const OwnKernel& kernel, const Options& options) {
  TRY(auto prepared,
      GpuPlan::prepare(*options.gpu, target_of(kernel, plan), plan.steps, plan.buffers));
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

using Bytes = std::vector<std::byte>;

Result<void> run_reference(OwnPlan& plan, const OwnKernel& only, const Options& options) {
  return options.gpu == nullptr ? run_on_cpu(plan, only, options) : run_on_gpu(plan, only, options);
}

Bytes copy_of(DeviceBuffers& buffers, const std::string& name) {
  const std::span<std::byte> bytes = buffers.bytes(name);
  return {bytes.begin(), bytes.end()};
}

void set_contents(OwnKernel& kernel, const std::string& name, const Bytes& contents) {
  for (OwnBuffer& buffer : kernel.buffers)
    if (buffer.name == name) buffer.contents = contents;
  for (OwnArgument& argument : kernel.arguments) {
    auto* buffer = std::get_if<OwnBuffer>(&argument);
    if (buffer != nullptr && buffer->name == name) buffer->contents = contents;
  }
}

Bytes inverted(Bytes bytes) {
  for (std::byte& byte : bytes) byte = ~byte;
  return bytes;
}

}  // namespace

// What a reference left in one buffer, and what it began with.
struct ReferenceResult {
  OwnKernel only;  // the reference in the place of the kernel
  Options options;
  std::string buffer;
  Bytes before, after;

  // For each element of `width` bytes, whether the reference wrote it. Two runs tell: what is not
  // written stays as it was, whatever it was.
  [[nodiscard]] std::vector<bool> written(std::size_t width) const {
    std::vector<bool> elements(after.size() / width, true);
    OwnKernel other = only;
    const Bytes other_before = inverted(before);
    set_contents(other, buffer, other_before);
    auto plan = plan_own(other, options.memory);
    if (!plan.has_value() || !run_reference(*plan, other, options).has_value()) return elements;
    const Bytes other_after = copy_of(plan->buffers, buffer);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::size_t at = i * width;
      elements[i] = std::memcmp(&before[at], &after[at], width) != 0 ||
                    std::memcmp(&other_before[at], &other_after[at], width) != 0;
    }
    return elements;
  }
};

namespace {

using ReferenceResults = std::vector<std::shared_ptr<const ReferenceResult>>;

Result<ReferenceResults> results_of(const OwnKernel& kernel, const ReferenceKernel& reference,
                                    const Options& options) {
  const OwnKernel only = in_place_of(kernel, reference);
  auto plan = plan_own(only, options.memory);
  if (!plan.has_value()) return in_reference(reference, plan.error());
  if (!reference.buffer.empty() && find_spec(plan->buffers, reference.buffer) == nullptr)
    return fail(tr("no buffer called {} to compare", reference.buffer));
  std::vector<ReferenceResult> results;
  for (const BufferSpec& spec : plan->buffers.specs()) {
    const bool is_wanted = reference.buffer.empty() ? spec.role != catalog::BufferRole::in
                                                    : spec.name == reference.buffer;
    if (is_wanted)
      results.push_back({only, options, spec.name, copy_of(plan->buffers, spec.name), {}});
  }
  const Result<void> ran = run_reference(*plan, only, options);
  if (!ran.has_value()) return in_reference(reference, ran.error());
  ReferenceResults shared;
  for (ReferenceResult& result : results) {
    result.after = copy_of(plan->buffers, result.buffer);
    shared.push_back(std::make_shared<const ReferenceResult>(std::move(result)));
  }
  return shared;
}

// What is expected, where the reference wrote, and what is there elsewhere.
struct WrittenPart {
  Bytes expected;
  std::uint64_t written = 0, elements = 0;
};

WrittenPart written_part(const BufferSpec& spec, const ReferenceResult& result,
                         std::span<const std::byte> actual) {
  const std::size_t width = catalog::size_of(spec.type);
  WrittenPart part{result.after, 0, result.after.size() / width};
  const std::vector<bool> written = result.written(width);
  for (std::size_t i = 0; i < written.size(); ++i) {
    part.written += written[i] ? 1 : 0;
    if (!written[i]) std::memcpy(&part.expected[i * width], &actual[i * width], width);
  }
  return part;
}

}  // namespace

Result<OwnExpected> OwnExpected::make(const OwnKernel& kernel, const DeviceBuffers& buffers,
                                      const Options& options) {
  OwnExpected expected;
  expected.expectations_ = kernel.expectations;
  for (const ReferenceKernel& reference : kernel.references) {
    TRY(auto results, results_of(kernel, reference, options));
    for (const auto& result : results)
      expected.expectations_.push_back({result->buffer, result->after, reference.tolerance});
    std::ranges::move(results, std::back_inserter(expected.references_));
  }
  for (const Expectation& expectation : expected.expectations_) {
    TRY(check_size(expectation, buffers));
  }
  return expected;
}

Result<std::optional<trace::Mismatch>> OwnExpected::compare_with(DeviceBuffers& actual) const {
  std::optional<trace::Mismatch> mismatch;
  std::optional<Error> silent;  // where a reference says nothing of what differs
  const std::size_t given = expectations_.size() - references_.size();
  for (std::size_t i = 0; i < expectations_.size(); ++i) {
    const Expectation& expectation = expectations_[i];
    const BufferSpec& spec = *find_spec(actual, expectation.buffer);
    const std::span<const std::byte> bytes = actual.bytes(expectation.buffer);
    std::optional<trace::Mismatch> found;
    compare(spec, expectation.bytes, bytes, expectation.tolerance, found);
    if (!found.has_value()) continue;
    if (i < given) {
      compare(spec, expectation.bytes, bytes, expectation.tolerance, mismatch);
      continue;
    }
    const ReferenceResult& result = *references_[i - given];
    const WrittenPart part = written_part(spec, result, bytes);
    std::optional<trace::Mismatch> of_written;
    compare(spec, part.expected, bytes, expectation.tolerance, of_written);
    compare(spec, part.expected, bytes, expectation.tolerance, mismatch);
    if (of_written.has_value() && of_written->count == found->count) continue;
    silent =
        Error{tr("reference {0} wrote {1} of {2}'s {3} elements, and others differ: it says "
                 "nothing of them; give it a grid and a block of its own",
                 result.only.entry, part.written, spec.name, part.elements)};
  }
  if (!mismatch.has_value() && silent.has_value()) return fail(*silent);
  return mismatch;
}

}  // namespace warplens::run
