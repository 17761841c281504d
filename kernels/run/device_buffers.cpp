#include "kernels/run/device_buffers.h"

#include "kernels/run/elements.h"

namespace warplens::run {

Result<void> DeviceBuffers::add(const catalog::BufferSpec& spec) {
  TRY(const std::uint64_t size, bytes_of(spec));
  if (index_of(spec.name) != specs_.size()) {
    return fail(tr("two buffers are called {}: rename one", spec.name));
  }
  trace::Buffer description;
  description.name = spec.name;
  description.bytes = size;
  description.element_type = name_of(spec.type);
  description.element_bytes = size_of(spec.type);
  description.rows = spec.rows;
  description.columns = spec.columns;
  description.pitch = pitch_of(spec);
  description.address = spec.address;
  TRY(memory_.allocate(std::move(description)));
  specs_.push_back(spec);
  fill(spec, memory_.bytes(specs_.size() - 1));
  // Who gives an address may know other ways to it.
  const bool is_only_read = spec.role == catalog::BufferRole::in && spec.address == 0;
  if (is_only_read) memory_.declare_read_only(specs_.size() - 1);
  if (spec.fill.is_leftover) memory_.declare_unset(specs_.size() - 1);
  return {};
}

Result<void> DeviceBuffers::add_variable(const std::shared_ptr<const ptx::Module>& module,
                                         const ptx::Variable& variable, catalog::BufferSpec spec) {
  if (index_of(spec.name) != specs_.size()) {
    return fail(tr("two buffers are called {}: rename one", spec.name));
  }
  TRY(memory_.allocate_variable(module, variable));
  variables_[spec.name] = {module, variable.name};
  specs_.push_back(std::move(spec));
  return {};
}

const DeviceBuffers::VariableOf* DeviceBuffers::variable(std::string_view buffer) const {
  const auto found = variables_.find(buffer);
  return found == variables_.end() ? nullptr : &found->second;
}

std::uint64_t DeviceBuffers::size(std::string_view buffer) const {
  const std::size_t index = index_of(buffer);
  return index == specs_.size() ? 0 : memory_.buffers()[index].bytes;
}

std::span<std::byte> DeviceBuffers::filled_at(std::uint64_t address) {
  const std::size_t index = memory_.find(address, 1);
  if (index == memory_.buffers().size()) return {};
  memory_.declare_filled(index);
  return memory_.bytes(index).subspan(
      static_cast<std::size_t>(address - memory_.buffers()[index].address));
}

std::span<std::byte> DeviceBuffers::bytes(std::string_view buffer) {
  const std::size_t index = index_of(buffer);
  return index == specs_.size() ? std::span<std::byte>{} : memory_.bytes(index);
}

std::uint64_t DeviceBuffers::address(std::string_view buffer) const {
  const std::size_t index = index_of(buffer);
  return index == specs_.size() ? 0 : memory_.buffers()[index].address;
}

std::vector<trace::NamedBytes> DeviceBuffers::copies() const {
  std::vector<trace::NamedBytes> result;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    const catalog::BufferSpec& spec = specs_[i];
    const std::span<const std::byte> bytes = memory_.bytes(i);
    result.push_back({spec.name,
                      std::string(name_of(spec.type)),
                      spec.rows,
                      spec.columns,
                      {bytes.begin(), bytes.end()}});
  }
  return result;
}

void DeviceBuffers::declare_filled(std::string_view buffer) {
  const std::size_t index = index_of(buffer);
  if (index != specs_.size()) memory_.declare_filled(index);
}

std::span<std::byte> FilledBuffers::bytes(std::string_view buffer) {
  buffers_.declare_filled(buffer);
  return buffers_.bytes(buffer);
}

std::size_t DeviceBuffers::index_of(std::string_view buffer) const {
  std::size_t i = 0;
  while (i < specs_.size() && specs_[i].name != buffer) ++i;
  return i;
}

ExpectedBuffers::ExpectedBuffers(const catalog::Plan& plan, DeviceBuffers& initial)
    : initial_(initial) {
  for (const catalog::BufferSpec& spec : plan.buffers) {
    if (spec.role == catalog::BufferRole::in) continue;
    const std::span<std::byte> bytes = initial.bytes(spec.name);
    copies_.emplace(spec.name, std::vector<std::byte>(bytes.begin(), bytes.end()));
  }
  plan.reference(*this);
}

std::span<std::byte> ExpectedBuffers::bytes(std::string_view buffer) {
  const auto copy = copies_.find(buffer);
  return copy == copies_.end() ? initial_.bytes(buffer) : std::span<std::byte>(copy->second);
}

std::optional<trace::Mismatch> ExpectedBuffers::compare_with(DeviceBuffers& actual,
                                                             const catalog::Tolerance& tolerance,
                                                             std::string_view only) const {
  std::optional<trace::Mismatch> mismatch;
  for (const catalog::BufferSpec& spec : actual.specs()) {
    const auto expected = copies_.find(spec.name);
    if (expected == copies_.end() || (!only.empty() && spec.name != only)) continue;
    compare(spec, expected->second, actual.bytes(spec.name), tolerance, mismatch);
  }
  return mismatch;
}

}  // namespace warplens::run
