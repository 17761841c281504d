// Buffers that nothing a launch is given lets it write: only a wild address leads there. What one
// of them held is kept before its first byte is written, so that the launch can be run again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "kernels/machine/launch/memory.h"

namespace warplens::machine {

class UnexpectedWrites {
 public:
  explicit UnexpectedWrites(const Memory& memory) : memory_(&memory) {}

  // To be called before each write to the buffer that begins at `address`; thread-safe.
  void expect(std::uint64_t address);
  // The former contents of those buffers, by their index in the memory.
  [[nodiscard]] const std::map<std::size_t, std::vector<std::byte>>& before() const {
    return before_;
  }

 private:
  const Memory* memory_;
  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte>> before_;
};

}  // namespace warplens::machine
