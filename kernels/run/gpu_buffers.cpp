#include "kernels/run/gpu_buffers.h"

namespace warplens::run {

Result<GpuBuffers> GpuBuffers::upload(const device::Gpu& gpu, DeviceBuffers& initial) {
  GpuBuffers result;
  for (const catalog::BufferSpec& spec : initial.specs()) {
    const std::span<const std::byte> bytes = initial.bytes(spec.name);
    TRY(device::DeviceMemory memory, gpu.allocate(bytes.size()));
    TRY(memory.upload(bytes));
    result.buffers_.emplace(spec.name, Buffer{spec.role, std::move(memory)});
  }
  return result;
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

std::span<std::byte> GpuBuffers::bytes(std::string_view buffer) {
  if (const auto known = copies_.find(buffer); known != copies_.end()) return known->second;
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) return {};
  std::vector<std::byte>& copy = copies_[found->first];
  copy.resize(found->second.memory.bytes());
  const Result<void> downloaded = found->second.memory.download(copy);
  if (!downloaded.has_value()) copied_ = downloaded;
  return copy;
}

Result<void> GpuBuffers::write_back() {
  for (const auto& [name, copy] : copies_) {
    Buffer& buffer = buffers_.find(name)->second;
    if (!copied_.has_value() || buffer.role == catalog::BufferRole::in) continue;
    copied_ = buffer.memory.upload(copy);
  }
  copies_.clear();
  return copied_;
}

Result<void> GpuBuffers::download_results(DeviceBuffers& into) const {
  for (const auto& [name, buffer] : buffers_) {
    if (buffer.role == catalog::BufferRole::in) continue;
    TRY(buffer.memory.download(into.bytes(name)));
  }
  return {};
}

Result<std::map<std::string, std::vector<std::byte>, std::less<>>> GpuBuffers::results() const {
  std::map<std::string, std::vector<std::byte>, std::less<>> results;
  for (const auto& [name, buffer] : buffers_) {
    if (buffer.role == catalog::BufferRole::in) continue;
    std::vector<std::byte>& bytes = results[name];
    bytes.resize(buffer.memory.bytes());
    TRY(buffer.memory.download(bytes));
  }
  return results;
}

}  // namespace warplens::run
