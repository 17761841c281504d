#include "kernels/machine/saved_buffers.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace warplens::machine {
namespace {

bool are_zeroes(std::span<const std::byte> bytes) {
  return bytes.empty() || (bytes.front() == std::byte{0} &&
                           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

}  // namespace

SavedBuffers::SavedBuffers(const Memory& memory, const std::vector<std::size_t>& buffers) {
  for (const std::size_t buffer : buffers) {
    const std::span<const std::byte> all = memory.bytes(buffer);
    buffers_.push_back({buffer, all.size()});
    for (std::size_t offset = 0; offset < all.size(); offset += kPage) {
      const auto page = all.subspan(offset, std::min(kPage, all.size() - offset));
      if (!are_zeroes(page)) pages_.push_back({buffer, offset, {page.begin(), page.end()}});
    }
  }
}

void SavedBuffers::restore(Memory& memory) const {
  for (const Buffer& buffer : buffers_) {
    std::ranges::fill(memory.bytes(buffer.index), std::byte{0});
  }
  for (const Page& page : pages_) {
    std::ranges::copy(page.bytes, memory.bytes(page.buffer).subspan(page.offset).begin());
  }
}

void SavedBuffers::add_to(std::map<std::size_t, std::vector<std::byte>>& snapshot) const {
  for (const Buffer& buffer : buffers_) snapshot[buffer.index].assign(buffer.bytes, std::byte{0});
  for (const Page& page : pages_) {
    std::ranges::copy(page.bytes,
                      snapshot[page.buffer].begin() + static_cast<std::ptrdiff_t>(page.offset));
  }
}

}  // namespace warplens::machine
