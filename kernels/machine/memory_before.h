// The memory before a launch, as far as it may be run again.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "kernels/machine/launch/exposed_buffers.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/machine/launch/unexpected_writes.h"
#include "kernels/machine/saved_buffers.h"

namespace warplens::machine {

// Contents of some buffers, by their index in the memory, and which blocks the heap had.
struct Snapshot {
  std::map<std::size_t, std::vector<std::byte>> buffers;
  std::optional<Heap> heap;
};
void exchange(Memory& memory, Snapshot& snapshot);
void restore(Memory& memory, const Snapshot& snapshot);

// Keeps the buffers that the launch may write, which are those through which blocks may race, and
// takes what else it has written from who was told; all buffers where nobody asks for races.
class MemoryBefore {
 public:
  MemoryBefore(const Memory& memory, const ExposedBuffers& exposed,
               const UnexpectedWrites& unexpected)
      : memory_(&memory), exposed_(&exposed), unexpected_(&unexpected) {}

  // Once, before the launch runs, if it may be run again.
  void save();
  void return_to(Memory& memory) const;
  // The former contents of the buffers that were written since.
  [[nodiscard]] Snapshot snapshot() const;

 private:
  const Memory* memory_;
  const ExposedBuffers* exposed_;
  const UnexpectedWrites* unexpected_;
  std::optional<SavedBuffers> saved_;
  std::optional<Heap> heap_;
};

}  // namespace warplens::machine
