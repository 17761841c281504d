#include "kernels/run/launch.h"

#include <cstring>

#include "kernels/run/entry_name.h"

namespace warplens::run {
namespace {

// CUDA allows no more than 4 KiB of parameters below compute capability 7.0 and 32,764 bytes since
// (CUDA C++ Programming Guide, "Function parameters"). Larger is a damaged file.
constexpr std::uint64_t kMaximumParameterBytes = 32764;

Result<PlainArgument> plain(const catalog::BufferArgument& argument, std::size_t,
                            const DeviceBuffers& buffers) {
  const std::uint64_t address = buffers.address(argument.buffer);
  if (address == 0) return fail("there is no buffer called {}", argument.buffer);
  return PlainArgument{argument.buffer, address + argument.byte_offset, sizeof address};
}

Result<PlainArgument> plain(const catalog::ScalarArgument& argument, std::size_t position,
                            const DeviceBuffers&) {
  return PlainArgument{fmt::format("argument {}, {}", position, name_of(argument.type)),
                       argument.bits, size_of(argument.type)};
}

Result<std::vector<PlainArgument>> plain_arguments(const catalog::LaunchStep& step,
                                                   const DeviceBuffers& buffers) {
  std::vector<PlainArgument> result;
  for (const catalog::Argument& argument : step.arguments) {
    Result<PlainArgument> one = std::visit(
        [&](const auto& value) { return plain(value, result.size() + 1, buffers); }, argument);
    if (!one.has_value()) return fail(one.error());
    result.push_back(std::move(*one));
  }
  return result;
}

}  // namespace

Result<std::vector<std::byte>> lay_out(const ptx::Function& entry,
                                       std::span<const PlainArgument> arguments) {
  if (arguments.size() != entry.parameters.size()) {
    return fail("{} takes {} arguments, {} were given", entry.name, entry.parameters.size(),
                arguments.size());
  }
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ptx::Variable& parameter = entry.parameters[i];
    const PlainArgument& argument = arguments[i];
    if (parameter.size != argument.size) {
      return fail("{}: parameter {} is {} bytes (.{}), {} is {}", entry.name, i + 1, parameter.size,
                  name_of(parameter.type), argument.name, argument.size);
    }
    const std::uint64_t alignment = std::max<std::uint64_t>(parameter.alignment, 1);
    const std::uint64_t offset = (bytes.size() + alignment - 1) / alignment * alignment;
    if (offset + argument.size > kMaximumParameterBytes) {
      return fail("{}: its parameters take more than {} bytes", entry.name, kMaximumParameterBytes);
    }
    bytes.resize(offset + argument.size);
    std::memcpy(&bytes[offset], &argument.bits, argument.size);
  }
  return bytes;
}

Result<std::shared_ptr<const trace::Trace>> launch(const std::shared_ptr<const ptx::Module>& module,
                                                   std::string_view kernel_name,
                                                   const catalog::LaunchStep& step,
                                                   DeviceBuffers& buffers,
                                                   const machine::RunOptions& options) {
  const Result<const ptx::Function*> entry = find_entry(*module, step.entry);
  if (!entry.has_value()) return fail(entry.error());
  const Result<std::vector<PlainArgument>> arguments = plain_arguments(step, buffers);
  if (!arguments.has_value()) return fail(arguments.error());
  Result<std::vector<std::byte>> parameters = lay_out(**entry, *arguments);
  if (!parameters.has_value()) return fail(parameters.error());

  const Result<machine::Program> program = machine::Program::load(module, (*entry)->name);
  if (!program.has_value()) return fail(program.error());
  machine::LaunchRequest request;
  request.kernel_name =
      kernel_name.empty() ? source_name((*entry)->name) : std::string(kernel_name);
  request.grid = step.grid;
  request.block = step.block;
  request.dynamic_shared_bytes = step.dynamic_shared_bytes;
  request.parameters = std::move(*parameters);
  Result<trace::Trace> trace = machine::run(*program, request, buffers.memory(), options);
  if (!trace.has_value()) return fail(trace.error());
  for (trace::SharedArray& array : trace->shared_arrays) {
    const auto layout = step.shared_layouts.find(array.name);
    if (layout != step.shared_layouts.end()) array.layout = layout->second;
  }
  return std::make_shared<const trace::Trace>(std::move(*trace));
}

}  // namespace warplens::run
