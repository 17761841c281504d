#include "kernels/machine/memory_before.h"

#include <algorithm>

namespace warplens::machine {

void exchange(Memory& memory, Snapshot& snapshot) {
  for (auto& [buffer, held] : snapshot) {
    const auto bytes = memory.bytes(buffer);
    std::swap_ranges(bytes.begin(), bytes.end(), held.begin());
  }
}

void restore(Memory& memory, const Snapshot& snapshot) {
  for (const auto& [buffer, held] : snapshot) std::ranges::copy(held, memory.bytes(buffer).begin());
}

void MemoryBefore::save() {
  std::vector<std::size_t> buffers;
  for (const ExposedBuffer& buffer : exposed_->buffers()) buffers.push_back(buffer.index);
  for (std::size_t i = 0; exposed_->is_empty() && i < memory_->buffers().size(); ++i) {
    buffers.push_back(i);
  }
  saved_.emplace(*memory_, buffers);
}

void MemoryBefore::return_to(Memory& memory) const {
  saved_->restore(memory);
  machine::restore(memory, unexpected_->before());
}

Snapshot MemoryBefore::snapshot() const {
  Snapshot snapshot = unexpected_->before();
  saved_->add_to(snapshot);
  return snapshot;
}

}  // namespace warplens::machine
