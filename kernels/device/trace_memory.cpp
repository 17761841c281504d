#include "kernels/device/trace_memory.h"

#include <algorithm>

#include "kernels/machine/launch/memory.h"

namespace warplens::device {
namespace {

// The guest address at which the CPU machine would put the next buffer: in the first windows that
// are free (kernels/machine/launch/memory.h).
std::uint64_t next_address(std::vector<trace::Buffer> buffers, std::uint64_t bytes) {
  const std::uint64_t room = (bytes / machine::kWindowBytes + 1) * machine::kWindowBytes;
  std::ranges::sort(buffers, {}, &trace::Buffer::address);
  std::uint64_t address = machine::kFirstBuffer;
  for (const trace::Buffer& buffer : buffers) {
    const std::uint64_t end = buffer.address + buffer.bytes;
    if (end <= address) continue;
    if (buffer.address >= address + room) break;
    address = end / machine::kWindowBytes * machine::kWindowBytes + machine::kWindowBytes;
  }
  return address;
}

}  // namespace

Result<void> TraceMemory::keep(DeviceMemory& memory, trace::Buffer description) {
  Kept kept{&memory, std::vector<std::byte>(memory.bytes())};
  TRY(memory.download(kept.bytes));
  buffers_.push_back(std::move(description));
  kept_.push_back(std::move(kept));
  return {};
}

Result<void> TraceMemory::add_variable(const ptx::Variable& variable, const LoadedModule& module,
                                       const Variables* given) {
  Result<DeviceMemory> found = module.memory(variable.name);
  if (!found.has_value()) return {};  // one that the driver does not show: a function's own
  DeviceMemory& memory = variables_[variable.name] = std::move(*found);
  // Addresses in it are those of the module that it was loaded with.
  const bool is_given = given != nullptr && given->contains(variable.name);
  if ((is_given || variable.is_set) && variable.relocations.empty()) {
    TRY(memory.upload(is_given ? given->at(variable.name) : variable.initializer));
  }
  trace::Buffer description = machine::describe(variable);
  description.address = next_address(buffers_, description.bytes);
  places_.push_back({memory.address(), memory.bytes(), description.address});
  return keep(memory, std::move(description));
}

Result<void> TraceMemory::take(const TraceRequest& request, const machine::Program& program,
                               const LoadedModule& module) {
  places_.assign(request.places.begin(), request.places.end());
  for (const TracedBuffer& buffer : request.buffers) {
    TRY(keep(*buffer.memory, buffer.description));
  }
  for (const ptx::Variable* variable : program.module_variables()) {
    if (variable->address != 0) continue;  // a buffer
    TRY(add_variable(*variable, module, request.variables));
  }
  return {};
}

Result<void> TraceMemory::restore() {
  for (const Kept& kept : kept_) {
    if (!is_changed_) break;
    TRY(kept.memory->upload(kept.bytes));
  }
  is_changed_ = true;
  return {};
}

Result<void> TraceMemory::hand_back(Variables* variables) const {
  if (variables == nullptr) return {};
  for (const auto& [name, memory] : variables_) {
    std::vector<std::byte>& bytes = (*variables)[name];
    bytes.resize(memory.bytes());
    TRY(memory.download(bytes));
  }
  return {};
}

}  // namespace warplens::device
