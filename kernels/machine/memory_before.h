// The memory before a launch, as far as it may be run again.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/machine/global_races/exposed_buffers.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/machine/saved_buffers.h"

namespace warplens::machine {

// What all buffers hold.
using Snapshot = std::vector<std::vector<std::byte>>;
[[nodiscard]] Snapshot copy_of(const Memory& memory);
void exchange(Memory& memory, Snapshot& snapshot);
void restore(Memory& memory, const Snapshot& snapshot);

class MemoryBefore {
 public:
  // `follows`: all of it, because values may be followed. `repeats`: what blocks may race through.
  MemoryBefore(const Memory& memory, const ExposedBuffers& exposed, bool follows, bool repeats);
  void return_to(Memory& memory) const;
  // Where it follows.
  [[nodiscard]] Snapshot take_all() { return std::move(all_); }

 private:
  Snapshot all_;
  std::optional<SavedBuffers> exposed_;
};

}  // namespace warplens::machine
