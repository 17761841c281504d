#include "kernels/machine/memory_before.h"

#include <algorithm>

namespace warplens::machine {

Snapshot copy_of(const Memory& memory) {
  Snapshot snapshot;
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    const auto bytes = memory.bytes(i);
    snapshot.emplace_back(bytes.begin(), bytes.end());
  }
  return snapshot;
}

void exchange(Memory& memory, Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    const auto bytes = memory.bytes(i);
    std::swap_ranges(bytes.begin(), bytes.end(), snapshot[i].begin());
  }
}

void restore(Memory& memory, const Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    std::ranges::copy(snapshot[i], memory.bytes(i).begin());
  }
}

MemoryBefore::MemoryBefore(const Memory& memory, const ExposedBuffers& exposed, bool follows,
                           bool repeats) {
  if (follows) {
    all_ = copy_of(memory);
  } else if (repeats) {
    std::vector<std::size_t> buffers;
    for (const ExposedBuffer& buffer : exposed.buffers()) buffers.push_back(buffer.index);
    exposed_.emplace(memory, buffers);
  }
}

void MemoryBefore::return_to(Memory& memory) const {
  exposed_.has_value() ? exposed_->restore(memory) : restore(memory, all_);
}

}  // namespace warplens::machine
