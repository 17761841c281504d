#include <algorithm>

#include "kernels/run/elements.h"
#include "kernels/run/launch.h"
#include "kernels/run/own_kernel.h"

namespace warplens::run {
namespace {

catalog::BufferSpec spec_of(const OwnBuffer& buffer) {
  catalog::BufferSpec spec;
  spec.name = buffer.name;
  spec.type = buffer.type;
  spec.role = buffer.role;
  spec.columns = buffer.count;
  if (!buffer.contents.has_value()) spec.fill = buffer.fill;
  return spec;
}

Result<void> allocate(const OwnBuffer& buffer, DeviceBuffers& buffers) {
  const Result<void> added = buffers.add(spec_of(buffer));
  if (!added.has_value() || !buffer.contents.has_value()) return added;
  const std::span<std::byte> bytes = buffers.bytes(buffer.name);
  if (buffer.contents->size() != bytes.size()) {
    return fail("buffer {} is {} bytes, its contents are {}", buffer.name, bytes.size(),
                buffer.contents->size());
  }
  std::copy(buffer.contents->begin(), buffer.contents->end(), bytes.begin());
  return {};
}

// Allocates the buffers and turns the arguments into those of a launch.
Result<catalog::LaunchStep> prepare(const OwnKernel& kernel, DeviceBuffers& buffers) {
  catalog::LaunchStep step;
  step.entry = kernel.entry;
  step.grid = kernel.grid;
  step.block = kernel.block;
  step.dynamic_shared_bytes = kernel.dynamic_shared_bytes;
  for (const OwnArgument& argument : kernel.arguments) {
    if (const auto* scalar = std::get_if<OwnScalar>(&argument)) {
      step.arguments.emplace_back(catalog::ScalarArgument{scalar->type, scalar->bits});
      continue;
    }
    const OwnBuffer& buffer = std::get<OwnBuffer>(argument);
    const Result<void> allocated = allocate(buffer, buffers);
    if (!allocated.has_value()) return fail(allocated.error());
    step.arguments.emplace_back(catalog::BufferArgument{buffer.name});
  }
  return step;
}

Result<void> check_sizes(const std::vector<Expectation>& expectations, DeviceBuffers& buffers) {
  for (const Expectation& expectation : expectations) {
    const std::span<std::byte> bytes = buffers.bytes(expectation.buffer);
    if (bytes.empty()) return fail("no buffer called {} to compare", expectation.buffer);
    if (bytes.size() != expectation.bytes.size()) {
      return fail("buffer {} is {} bytes, what is expected of it {}", expectation.buffer,
                  bytes.size(), expectation.bytes.size());
    }
  }
  return {};
}

void check(const std::vector<Expectation>& expectations, DeviceBuffers& buffers,
           RunResult& result) {
  for (const Expectation& expectation : expectations) {
    const auto spec = std::find_if(
        buffers.specs().begin(), buffers.specs().end(),
        [&](const catalog::BufferSpec& one) { return one.name == expectation.buffer; });
    compare(*spec, expectation.bytes, buffers.bytes(expectation.buffer),
            {.relative = expectation.tolerance}, result.mismatch);
  }
  if (expectations.empty()) return;
  result.verdict = result.mismatch.has_value() ? Verdict::mismatch : Verdict::match;
}

}  // namespace

Result<RunResult> run_own(const OwnKernel& kernel, const Options& options) {
  if (kernel.module == nullptr)
    return fail("there is no kernel to run: load a .ptx or a .cu first");
  DeviceBuffers buffers;
  const Result<catalog::LaunchStep> step = prepare(kernel, buffers);
  if (!step.has_value()) return fail(step.error());
  const Result<void> comparable = check_sizes(kernel.expectations, buffers);
  if (!comparable.has_value()) return fail(comparable.error());
  auto trace = launch(kernel.module, {}, *step, buffers, options.machine);
  if (!trace.has_value()) return fail(trace.error());

  RunResult result;
  result.traces.push_back(std::move(*trace));
  check(kernel.expectations, buffers, result);
  if (options.keep_buffers) result.buffers = buffers.copies();
  result.sources = kernel.sources;
  result.ptx = kernel.module->text;
  return result;
}

}  // namespace warplens::run
