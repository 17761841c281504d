#include "kernels/machine/memory_before.h"

#include <algorithm>

namespace warplens::machine {

void exchange(Memory& memory, Snapshot& snapshot) {
  for (auto& [buffer, held] : snapshot.buffers) {
    const auto bytes = memory.bytes(buffer);
    std::swap_ranges(bytes.begin(), bytes.end(), held.begin());
  }
  std::swap(memory.heap(), snapshot.heap);
}

void restore(Memory& memory, const Snapshot& snapshot) {
  for (const auto& [buffer, held] : snapshot.buffers) {
    std::ranges::copy(held, memory.bytes(buffer).begin());
  }
  memory.heap() = snapshot.heap;
}

void MemoryBefore::save() {
  std::vector<std::size_t> buffers = exposed_->buffers();
  for (std::size_t i = 0; exposed_->is_empty() && i < memory_->buffers().size(); ++i) {
    buffers.push_back(i);
  }
  saved_.emplace(*memory_, buffers);
  heap_ = memory_->heap();
}

void MemoryBefore::return_to(Memory& memory) const {
  saved_->restore(memory);
  machine::restore(memory, {unexpected_->before(), heap_});
}

Snapshot MemoryBefore::snapshot() const {
  Snapshot snapshot{unexpected_->before(), heap_};
  saved_->add_to(snapshot.buffers);
  return snapshot;
}

}  // namespace warplens::machine
