#include <algorithm>
#include <map>

#include "kernels/run/elements.h"
#include "kernels/run/entry_name.h"
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

// Turns a launch's arguments into bytes; buffers are allocated as they come, and what has a name
// can be referred to from then on.
class Arguments {
 public:
  explicit Arguments(DeviceBuffers& buffers) : buffers_(&buffers) {}

  Result<std::vector<PlainArgument>> lay_down(const OwnLaunch& launch) {
    std::vector<PlainArgument> all;
    for (const OwnArgument& argument : launch.arguments) {
      Result<PlainArgument> one =
          std::visit([this](const auto& value) { return plain(value); }, argument);
      if (!one.has_value()) return fail(one.error());
      known_[one->name] = *one;
      all.push_back(std::move(*one));
    }
    return all;
  }

 private:
  Result<PlainArgument> plain(const OwnScalar& scalar) {
    return plain_argument(scalar.name, scalar.bits, size_of(scalar.type));
  }
  Result<PlainArgument> plain(const OwnBuffer& buffer) {
    const Result<void> allocated = allocate(buffer, *buffers_);
    if (!allocated.has_value()) return fail(allocated.error());
    return address_of(buffer.name);
  }
  Result<PlainArgument> plain(const OwnStructure& structure) {
    PlainArgument argument{structure.name, structure.bytes};
    for (const OwnStructure::Pointer& pointer : structure.pointers) {
      const Result<PlainArgument> address = address_of(pointer.buffer);
      if (!address.has_value()) return address;
      std::copy(address->bytes.begin(), address->bytes.end(),
                argument.bytes.begin() + pointer.offset);
    }
    return argument;
  }
  Result<PlainArgument> plain(const OwnReference& reference) {
    const auto known = known_.find(reference.name);
    return known != known_.end() ? Result<PlainArgument>(known->second)
                                 : address_of(reference.name);
  }
  Result<PlainArgument> address_of(const std::string& name) {
    const std::uint64_t address = buffers_->address(name);
    if (address != 0) return plain_argument(name, address, sizeof address);
    return fail("nothing is called '{}' by then: name a buffer before it is used", name);
  }

  DeviceBuffers* buffers_;
  std::map<std::string, PlainArgument> known_;
};

Result<std::vector<std::shared_ptr<const trace::Trace>>> run_launches(
    const OwnKernel& kernel, DeviceBuffers& buffers, const machine::RunOptions& options) {
  std::vector<const OwnLaunch*> launches{&kernel};
  for (const OwnLaunch& next : kernel.then) launches.push_back(&next);
  Arguments arguments(buffers);
  std::vector<std::vector<PlainArgument>> laid_down;
  for (const OwnLaunch* one : launches) {
    const auto entry = find_entry(*kernel.module, one->entry);
    if (!entry.has_value()) return fail(entry.error());
    auto bytes = arguments.lay_down(*one);
    if (!bytes.has_value()) return fail(bytes.error());
    laid_down.push_back(std::move(*bytes));
  }
  const Result<void> comparable = check_sizes(kernel.expectations, buffers);
  if (!comparable.has_value()) return fail(comparable.error());

  std::vector<std::shared_ptr<const trace::Trace>> traces;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const OwnLaunch& one = *launches[i];
    const LaunchShape shape{one.entry, {}, one.grid, one.block, one.dynamic_shared_bytes};
    auto trace = launch(kernel.module, shape, laid_down[i], buffers.memory(), options);
    if (!trace.has_value()) return fail(trace.error());
    traces.push_back(std::make_shared<const trace::Trace>(std::move(*trace)));
  }
  return traces;
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
  for (const OwnBuffer& buffer : kernel.buffers) {
    const Result<void> allocated = allocate(buffer, buffers);
    if (!allocated.has_value()) return fail(allocated.error());
  }
  auto traces = run_launches(kernel, buffers, options.machine);
  if (!traces.has_value()) return fail(traces.error());

  RunResult result;
  result.traces = std::move(*traces);
  check(kernel.expectations, buffers, result);
  if (options.keep_buffers) result.buffers = buffers.copies();
  result.sources = kernel.sources;
  result.ptx = kernel.module->text;
  return result;
}

}  // namespace warplens::run
