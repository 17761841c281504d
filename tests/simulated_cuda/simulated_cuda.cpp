#include "tests/simulated_cuda/simulated_cuda.h"

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
