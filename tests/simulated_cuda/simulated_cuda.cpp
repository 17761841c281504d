#include "tests/simulated_cuda/simulated_cuda.h"

#include <algorithm>
#include <cstdlib>

namespace warplens::simulated {

State& state() {
  static State one;
  return one;
}

bool fails_as(std::string_view what) {
  const char* wanted = std::getenv("WARPLENS_SIMULATED_CUDA");
  return wanted != nullptr && wanted == what;
}

void catch_up(std::optional<device::api::CUstream> stream) {
  std::erase_if(state().late, [&](const State::LateCopy& copy) {
    if (stream && copy.stream != *stream) return false;
    const auto to = host_bytes(copy.to, copy.bytes.size());
    std::ranges::copy(copy.bytes, to.begin());
    return true;
  });
}

std::uint64_t total_bytes() {
  return fails_as("out_of_memory") ? std::uint64_t{1} << 20 : std::uint64_t{1} << 32;
}

std::uint64_t used_bytes() {
  std::uint64_t used = 0;
  for (const auto& [address, bytes] : state().live) used += bytes;
  return used;
}

std::span<std::byte> host_bytes(std::uint64_t address, std::uint64_t bytes) {
  machine::Memory& memory = state().memory;
  const std::size_t index = memory.find(address, bytes);
  if (index == memory.buffers().size()) return {};
  return memory.bytes(index).subspan(address - memory.buffers()[index].address, bytes);
}

}  // namespace warplens::simulated
