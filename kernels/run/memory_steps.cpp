#include "kernels/run/memory_steps.h"

#include <algorithm>
#include <cstring>

namespace warplens::run {
namespace {

void act(const catalog::CopyStep& copy, DeviceBuffers& buffers) {
  const auto from = buffers.filled_at(copy.from), to = buffers.filled_at(copy.to);
  const std::uint64_t room = std::min<std::uint64_t>(from.size(), to.size());
  std::memmove(to.data(), from.data(), static_cast<std::size_t>(std::min(room, copy.bytes)));
}

void act(const catalog::FillStep& fill, DeviceBuffers& buffers) {
  const auto to = buffers.filled_at(fill.to);
  const auto bytes = filled_bytes(fill);
  std::copy_n(bytes.begin(), std::min(to.size(), bytes.size()), to.begin());
}

}  // namespace

void do_step(const catalog::MemoryStep& step, DeviceBuffers& buffers) {
  std::visit([&](const auto& one) { act(one, buffers); }, step);
}

std::vector<std::byte> filled_bytes(const catalog::FillStep& fill) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(fill.bytes));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(fill.value >> (i + fill.first) % fill.element_bytes * 8);
  return bytes;
}

}  // namespace warplens::run
