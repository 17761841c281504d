// Saved contents of some of a memory's buffers, so that a launch can be run again from there. Most
// results lie in buffers of zeroes: of those only the page's place is kept.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "kernels/machine/launch/memory.h"

namespace warplens::machine {

class SavedBuffers {
 public:
  // `buffers` are indices in the memory.
  SavedBuffers(const Memory& memory, const std::vector<std::size_t>& buffers);
  void restore(Memory& memory) const;
  // Adds all of their bytes, by their indices.
  void add_to(std::map<std::size_t, std::vector<std::byte>>& snapshot) const;

 private:
  static constexpr std::size_t kPage = 4096;
  struct Page {
    std::size_t buffer = 0, offset = 0;
    std::vector<std::byte> bytes;
  };

  struct Buffer {
    std::size_t index = 0, bytes = 0;
  };

  std::vector<Buffer> buffers_;
  std::vector<Page> pages_;  // those with anything but zeroes
};

}  // namespace warplens::machine
