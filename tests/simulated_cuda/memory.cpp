#include <cstdlib>
#include <cstring>

#include "tests/simulated_cuda/simulated_cuda.h"
#include "tests/simulated_cuda/told.h"

using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

// What new memory holds, so that nobody relies on zeros.
constexpr int kLeftovers = 0xA5;
// Smaller uploads control what the machine does; larger ones are data.
constexpr std::size_t kControlBytes = 64;

std::uint64_t reuse(std::uint64_t bytes) {
  const auto found = state().freed.find(bytes);
  if (found == state().freed.end()) return 0;
  const std::uint64_t address = found->second;
  state().freed.erase(found);
  return address;
}

CUresult copy(std::span<std::byte> to, const void* from, std::size_t bytes) {
  if (to.size() != bytes) return invalid_value;
  std::memcpy(to.data(), from, bytes);
  return state().error;
}

CUresult allocate(CUdeviceptr* address, std::size_t bytes) {
  const std::lock_guard lock(state().mutex);
  if (state().error != success) return state().error;
  if (bytes == 0) return invalid_value;
  if (bytes > total_bytes() || used_bytes() > total_bytes() - bytes) return out_of_memory;
  *address = reuse(bytes);
  if (*address == 0) {
    warplens::trace::Buffer buffer;
    buffer.name = "device memory";
    buffer.bytes = bytes;
    const auto allocated = state().memory.allocate(std::move(buffer));
    if (!allocated.has_value()) return out_of_memory;
    *address = *allocated;
  }
  state().live.emplace(*address, bytes);
  std::memset(host_bytes(*address, bytes).data(), kLeftovers, bytes);
  return success;
}

CUresult fill(const DeviceFill& work, CUstream stream) {
  const std::lock_guard lock(state().mutex);
  return put_into_graph(stream, work) ? success : run(work);
}

}  // namespace

CUresult warplens::simulated::run(const DeviceCopy& work) {
  const auto bytes_there = host_bytes(work.from, work.bytes);
  if (bytes_there.size() != work.bytes) return invalid_value;
  return copy(host_bytes(work.to, work.bytes), bytes_there.data(), work.bytes);
}

CUresult warplens::simulated::run(const DeviceFill& work) {
  const std::size_t bytes = work.count * work.element_bytes;
  const auto bytes_there = host_bytes(work.to, bytes);
  if (bytes_there.size() != bytes || work.to % work.element_bytes != 0) return invalid_value;
  for (std::size_t i = 0; i < bytes; i += work.element_bytes)
    std::memcpy(&bytes_there[i], &work.value, work.element_bytes);
  return state().error;
}

extern "C" {

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  const std::lock_guard lock(state().mutex);
  *total = total_bytes();
  *free = *total - std::min<std::size_t>(*total, used_bytes());
  return state().error;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  return told(tools::kMemAlloc, "cuMemAlloc_v2", tools::Allocated{address, bytes}, {},
              [&] { return allocate(address, bytes); });
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  return told(tools::kMemFree, "cuMemFree_v2", tools::Freed{address}, {}, [&]() -> CUresult {
    const std::lock_guard lock(state().mutex);
    const auto found = state().live.find(address);
    if (found == state().live.end()) return invalid_value;
    state().freed.emplace(found->second, address);
    state().live.erase(found);
    return state().error;
  });
}

// Of a range: its begin, its bytes, that it is the device's.
CUresult cuPointerGetAttribute(void* to, int attribute, CUdeviceptr address) {
  constexpr int kType = 2, kStart = 11, kBytes = 12;
  const std::lock_guard lock(state().mutex);
  const auto& buffers = state().memory.buffers();
  const std::size_t index = state().memory.find(address, 1);
  if (index == buffers.size()) return invalid_value;
  if (attribute == kType) return *static_cast<unsigned*>(to) = kMemoryDevice, success;
  if (attribute == kStart) return *static_cast<CUdeviceptr*>(to) = buffers[index].address, success;
  if (attribute == kBytes)
    return *static_cast<std::size_t*>(to) = static_cast<std::size_t>(buffers[index].bytes), success;
  return invalid_value;
}

CUresult cuMemHostAlloc(void** host, std::size_t bytes, unsigned) {
  if (state().error != success) return state().error;
  if (bytes == 0) return invalid_value;
  if (fails_as("no_pinned_memory")) return out_of_memory;
  *host = std::malloc(bytes);
  if (*host == nullptr) return out_of_memory;
  std::memset(*host, kLeftovers, bytes);
  return success;
}

CUresult cuMemFreeHost(void* host) {
  std::free(host);
  return state().error;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
  const std::lock_guard lock(state().mutex);
  const std::span<std::byte> bytes_there = host_bytes(to, bytes);
  const CUresult copied = copy(bytes_there, from, bytes);
  const bool is_wrong = bytes > kControlBytes && fails_as("wrong_upload");
  if (is_wrong && copied == success) bytes_there.front() |= std::byte{1};
  return copied;
}

CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
  const std::lock_guard lock(state().mutex);
  if (state().error != success) return state().error;
  const auto bytes_there = host_bytes(from, bytes);
  if (bytes_there.size() != bytes) return invalid_value;
  const CUresult status = copy({static_cast<std::byte*>(to), bytes}, bytes_there.data(), bytes);
  if (fails_as("wrong_results")) *static_cast<std::byte*>(to) ^= std::byte{1};
  return status;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                              CUstream stream) {
  const std::lock_guard lock(state().mutex);
  const DeviceCopy work{to, from, bytes};
  return put_into_graph(stream, work) ? success : run(work);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes,
                              CUstream stream) {
  if (stream == nullptr || !fails_as("late_copies")) return cuMemcpyHtoD_v2(to, from, bytes);
  const std::lock_guard lock(state().mutex);
  const auto* first = static_cast<const std::byte*>(from);
  state().late.push_back({stream, to, {first, first + bytes}});
  return state().error;
}

CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  catch_up(stream);
  return cuMemcpyDtoH_v2(to, from, bytes);
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, std::size_t bytes) {
  const std::lock_guard lock(state().mutex);
  return run(DeviceFill{to, bytes, value});
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream) {
  return fill({to, count, value, 1}, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count,
                          CUstream stream) {
  return fill({to, count, value, 2}, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream) {
  return fill({to, count, value, 4}, stream);
}
}
