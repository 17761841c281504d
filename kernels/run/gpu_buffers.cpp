#include "kernels/run/gpu_buffers.h"

#include <algorithm>

#include "kernels/run/memory_steps.h"

namespace warplens::run {
namespace {

// As far as a moved block keeps the low bits of its address: sectors, lines, pages and what a
// program aligns stay what they were.
constexpr std::uint64_t kKeptBits = 64 << 10;

}  // namespace

Result<GpuBuffers::Block> GpuBuffers::allocate(const device::Gpu& gpu, const MemoryBlock& what) {
  const std::uint64_t room = what.is_given ? kKeptBits : 0;
  TRY(device::DeviceMemory allocated, gpu.allocate(what.bytes + room));
  const std::uint64_t offset = what.is_given ? (what.address - allocated.address()) % kKeptBits : 0;
  if (what.is_given) TRY(allocated.fill(0));  // what lies between buffers
  TRY(device::DeviceMemory memory, allocated.part(offset, what.bytes));
  return Block{what, std::move(allocated), std::move(memory)};
}

Result<GpuBuffers> GpuBuffers::upload(const device::Gpu& gpu, DeviceBuffers& initial) {
  GpuBuffers result;
  for (const MemoryBlock& what : memory_blocks(initial)) {
    TRY(Block block, allocate(gpu, what));
    result.blocks_.push_back(std::move(block));
  }
  result.relocate();
  for (const catalog::BufferSpec& spec : initial.specs()) {
    TRY(result.add(initial, spec));
    TRY(result.put(result.buffers_.find(spec.name)->second, initial.bytes(spec.name)));
  }
  return result;
}

Result<void> GpuBuffers::add(const DeviceBuffers& initial, const catalog::BufferSpec& spec) {
  Buffer buffer{spec.role, initial.address(spec.name), 0, {}, {}};
  buffer.block = block_at(buffer.address);
  const Block& block = blocks_[buffer.block];
  TRY(device::DeviceMemory memory,
      block.memory.part(buffer.address - block.what.address, initial.size(spec.name)));
  buffer.memory = std::move(memory);
  if (const auto* variable = initial.variable(spec.name)) buffer.variable = *variable;
  buffers_.emplace(spec.name, std::move(buffer));
  return {};
}

std::size_t GpuBuffers::block_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(
      blocks_, address, {}, [](const Block& block) { return block.what.address; });
  return static_cast<std::size_t>(std::max(after, blocks_.begin() + 1) - blocks_.begin()) - 1;
}

void GpuBuffers::relocate() {
  relocation_ = {};
  for (const Block& block : blocks_) {
    if (block.what.is_given)
      relocation_.add(block.what.address, block.memory.address(), block.what.bytes);
  }
}

Result<void> GpuBuffers::place_variables(const ptx::Module& module,
                                         const device::LoadedModule& loaded) {
  std::vector<std::pair<Buffer*, device::DeviceMemory>> placed;
  for (auto& [name, buffer] : buffers_) {
    if (buffer.variable.module.get() != &module) continue;
    Result<device::DeviceMemory> memory = loaded.memory(buffer.variable.name);
    // One that the driver does not show is used by no kernel.
    if (memory.has_value()) placed.emplace_back(&buffer, std::move(*memory));
  }
  if (placed.empty()) return {};
  Contents contents;
  for (const auto& [name, buffer] : buffers_) {
    TRY(contents[name], copy_of(buffer));
  }
  for (auto& [buffer, memory] : placed) {
    Block& block = blocks_[buffer->block];
    block.allocated = {};
    block.memory = std::move(memory);
    TRY(buffer->memory, block.memory.part(0, block.what.bytes));
  }
  relocate();
  for (auto& [name, buffer] : buffers_) TRY(put(buffer, contents[name]));
  return {};
}

std::uint64_t GpuBuffers::address(std::string_view buffer) const {
  const auto found = buffers_.find(buffer);
  return found == buffers_.end() ? 0 : found->second.memory.address();
}

device::DeviceMemory* GpuBuffers::memory(std::string_view buffer) {
  const auto found = buffers_.find(buffer);
  return found == buffers_.end() ? nullptr : &found->second.memory;
}

std::uint64_t GpuBuffers::total_bytes() const {
  std::uint64_t total = 0;
  for (const auto& [name, buffer] : buffers_) total += buffer.memory.bytes();
  return total;
}

std::vector<device::BufferPlace> GpuBuffers::places() const {
  std::vector<device::BufferPlace> places;
  for (const Block& block : blocks_)
    places.push_back({block.memory.address(), block.what.bytes, block.what.address});
  return places;
}

catalog::LaunchStep GpuBuffers::relocated(catalog::LaunchStep step) const {
  for (catalog::Argument& argument : step.arguments) {
    auto* const value = std::get_if<catalog::ValueArgument>(&argument);
    if (value != nullptr) relocation_.to_gpu(value->bytes, 0);
  }
  return step;
}

Result<void> GpuBuffers::put(Buffer& buffer, std::span<const std::byte> bytes) {
  if (relocation_.is_empty()) return buffer.memory.upload(bytes);
  std::vector<std::byte> moved(bytes.begin(), bytes.end());
  relocation_.to_gpu(moved, buffer.address);
  return buffer.memory.upload(moved);
}

Result<void> GpuBuffers::get(const Buffer& buffer, std::span<std::byte> bytes) const {
  TRY(buffer.memory.download(bytes));
  relocation_.to_program(bytes, buffer.address);
  return {};
}

Result<std::vector<std::byte>> GpuBuffers::copy_of(const Buffer& buffer) const {
  std::vector<std::byte> bytes(buffer.memory.bytes());
  TRY(get(buffer, bytes));
  return bytes;
}

std::span<std::byte> GpuBuffers::bytes(std::string_view buffer) {
  if (const auto known = copies_.find(buffer); known != copies_.end()) return known->second;
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) return {};
  std::vector<std::byte>& copy = copies_[found->first];
  copy.resize(found->second.memory.bytes());
  const Result<void> downloaded = get(found->second, copy);
  if (!downloaded.has_value()) copied_ = downloaded;
  return copy;
}

Result<void> GpuBuffers::write_back() {
  for (const auto& [name, copy] : copies_) {
    Buffer& buffer = buffers_.find(name)->second;
    if (!copied_.has_value() || buffer.role == catalog::BufferRole::in) continue;
    copied_ = put(buffer, copy);
  }
  copies_.clear();
  return copied_;
}

Result<void> GpuBuffers::queue(const device::Gpu& gpu, const catalog::MemoryStep& step) {
  if (const auto* copy = std::get_if<catalog::CopyStep>(&step))
    return gpu.copy(relocation_.to_gpu(copy->to), relocation_.to_gpu(copy->from), copy->bytes);
  const auto& fill = std::get<catalog::FillStep>(step);
  const std::uint64_t to = relocation_.to_gpu(fill.to);
  const bool is_whole =
      fill.first == 0 && to % fill.element_bytes == 0 && fill.bytes % fill.element_bytes == 0;
  if (!is_whole) {
    Block& block = blocks_[block_at(fill.to)];
    return block.memory.upload(filled_bytes(fill), fill.to - block.what.address);
  }
  return gpu.fill(to, fill.value, fill.element_bytes, fill.bytes / fill.element_bytes);
}

Result<void> GpuBuffers::download_results(DeviceBuffers& into) const {
  for (const auto& [name, buffer] : buffers_) {
    if (buffer.role == catalog::BufferRole::in) continue;
    TRY(get(buffer, into.bytes(name)));
  }
  return {};
}

Result<GpuBuffers::Contents> GpuBuffers::results() const {
  Contents results;
  for (const auto& [name, buffer] : buffers_) {
    if (buffer.role == catalog::BufferRole::in) continue;
    TRY(results[name], copy_of(buffer));
  }
  return results;
}

}  // namespace warplens::run
