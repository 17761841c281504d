#include "kernels/run/launch.h"

#include <algorithm>
#include <cstring>

#include "kernels/run/toolkit/entry_name.h"

namespace warplens::run {
namespace {

// CUDA allows no more than 4 KiB of parameters below compute capability 7.0 and 32,764 bytes since
// (CUDA C++ Programming Guide, "Function parameters"). Larger is a damaged file.
constexpr std::uint64_t kMaximumParameterBytes = 32764;

// What arguments are made from.
struct Target {
  const AddressOf* address_of;
  const EncodeMap* encode;
  const StoreBytes* store;
  const MakeTexture* texture;

  Result<std::uint64_t> address(const std::string& buffer) const {
    const std::uint64_t address = (*address_of)(buffer);
    if (address == 0) return fail(tr("there is no buffer called {}", buffer));
    return address;
  }
};

Result<PlainArgument> plain(const catalog::BufferArgument& argument, std::size_t,
                            const Target& target) {
  TRY(const std::uint64_t address, target.address(argument.buffer));
  return plain_argument(argument.buffer, address + argument.byte_offset, sizeof address);
}

Result<PlainArgument> plain(const catalog::ScalarArgument& argument, std::size_t position,
                            const Target&) {
  return plain_argument(fmt::format("argument {}, {}", position, name_of(argument.type)),
                        argument.bits, size_of(argument.type));
}

Result<PlainArgument> plain(const catalog::ValueArgument& argument, std::size_t,
                            const Target& target) {
  PlainArgument bytes{argument.name, argument.bytes};
  for (const catalog::ValueArgument::Pointer& pointer : argument.pointers) {
    TRY(const std::uint64_t buffer, target.address(pointer.buffer));
    const std::uint64_t address = buffer + pointer.byte_offset;
    if (pointer.offset + sizeof address > bytes.bytes.size()) {
      return fail(tr("{} has no room for a pointer at byte {}", argument.name, pointer.offset));
    }
    std::memcpy(&bytes.bytes[pointer.offset], &address, sizeof address);
  }
  return bytes;
}

Result<PlainArgument> plain(const catalog::TensorMapArgument& argument, std::size_t,
                            const Target& target) {
  TRY(const std::uint64_t address, target.address(argument.buffer));
  TensorMap map = argument.map;
  map.address = address + argument.byte_offset;
  TRY(map.check());
  TRY(std::vector<std::byte> bytes, (*target.encode)(map));
  if (argument.holder.empty()) {
    bytes.resize(argument.parameter_bytes);
    return PlainArgument{fmt::format("the tensor map of {}", argument.buffer), std::move(bytes)};
  }
  TRY(const std::uint64_t holder, target.address(argument.holder));
  if (*target.store) TRY((*target.store)(argument.holder, bytes));
  return plain_argument(argument.holder, holder, sizeof holder);
}

Result<PlainArgument> plain(const catalog::TextureArgument& argument, std::size_t,
                            const Target& target) {
  TRY(target.address(argument.buffer));
  TRY(argument.texture.check());
  if (!*target.texture) return fail(tr("there are no textures here: {}", argument.buffer));
  TRY(const std::uint64_t handle, (*target.texture)(argument.texture, argument.buffer));
  return plain_argument(fmt::format("the texture of {}", argument.buffer), handle, sizeof handle);
}

}  // namespace

Result<std::vector<std::byte>> encode_for_machine(const TensorMap& map) { return map.encode(); }

Result<std::vector<PlainArgument>> plain_arguments(const catalog::LaunchStep& step,
                                                   const AddressOf& address_of,
                                                   const EncodeMap& encode, const StoreBytes& store,
                                                   const MakeTexture& texture) {
  const Target target{&address_of, &encode, &store, &texture};
  std::vector<PlainArgument> result;
  for (const catalog::Argument& argument : step.arguments) {
    TRY(PlainArgument one,
        std::visit([&](const auto& value) { return plain(value, result.size() + 1, target); },
                   argument));
    result.push_back(std::move(one));
  }
  return result;
}

PlainArgument plain_argument(std::string name, std::uint64_t bits, std::uint32_t size) {
  PlainArgument argument{std::move(name), std::vector<std::byte>(size)};
  std::memcpy(argument.bytes.data(), &bits, size);
  return argument;
}

Result<std::vector<std::byte>> lay_out(const ptx::Function& entry,
                                       std::span<const PlainArgument> arguments) {
  if (arguments.size() != entry.parameters.size()) {
    return fail(tr("{} takes {} arguments, {} were given", entry.name, entry.parameters.size(),
                   arguments.size()));
  }
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ptx::Variable& parameter = entry.parameters[i];
    const PlainArgument& argument = arguments[i];
    const std::size_t size = argument.bytes.size();
    if (parameter.size != size) {
      return fail(tr("{}: parameter {} is {} bytes (.{}), {} is {}", entry.name, i + 1,
                     parameter.size, name_of(parameter.type), argument.name, size));
    }
    const std::uint64_t alignment = std::max<std::uint64_t>(parameter.alignment, 1);
    const std::uint64_t offset = (bytes.size() + alignment - 1) / alignment * alignment;
    if (offset + size > kMaximumParameterBytes) {
      return fail(
          tr("{}: its parameters take more than {} bytes", entry.name, kMaximumParameterBytes));
    }
    bytes.resize(offset + size);
    std::memcpy(&bytes[offset], argument.bytes.data(), size);
  }
  return bytes;
}

Result<trace::Trace> launch(const std::shared_ptr<const ptx::Module>& module,
                            const EntryLaunch& shape, std::span<const PlainArgument> arguments,
                            machine::Memory& memory, const machine::RunOptions& options) {
  TRY(const ptx::Function* entry, find_entry(*module, shape.entry));
  TRY(std::vector<std::byte> parameters, lay_out(*entry, arguments));

  TRY(const machine::Program program, machine::Program::load(module, entry->name));
  machine::LaunchRequest request;
  request.kernel_name = shape.kernel_name.empty() ? source_name(entry->name) : shape.kernel_name;
  request.grid = shape.grid;
  request.block = shape.block;
  request.cluster = shape.cluster;
  request.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  request.parameters = std::move(parameters);
  return machine::run(program, request, memory, options);
}

void name_layouts(const catalog::LaunchStep& step, trace::Trace& trace) {
  for (trace::SharedArray& array : trace.shared_arrays) {
    const auto layout = step.shared_layouts.find(array.name);
    if (layout != step.shared_layouts.end()) array.layout = layout->second;
  }
}

Result<std::shared_ptr<const trace::Trace>> launch(const std::shared_ptr<const ptx::Module>& module,
                                                   std::string_view kernel_name,
                                                   const catalog::LaunchStep& step,
                                                   DeviceBuffers& buffers,
                                                   const machine::RunOptions& options) {
  TRY(const std::vector<PlainArgument> arguments,
      plain_arguments(
          step, [&](std::string_view buffer) { return buffers.address(buffer); },
          encode_for_machine,
          [&](std::string_view buffer, std::span<const std::byte> bytes) -> Result<void> {
            std::ranges::copy(bytes, buffers.bytes(buffer).begin());
            return {};
          },
          [&](const Texture& texture, std::string_view buffer) -> Result<std::uint64_t> {
            return buffers.memory().add_texture(texture, buffers.address(buffer));
          }));
  const EntryLaunch shape{step.entry, std::string(kernel_name),  step.grid,
                          step.block, step.dynamic_shared_bytes, step.cluster};
  TRY(trace::Trace trace, launch(module, shape, arguments, buffers.memory(), options));
  name_layouts(step, trace);
  return std::make_shared<const trace::Trace>(std::move(trace));
}

}  // namespace warplens::run
