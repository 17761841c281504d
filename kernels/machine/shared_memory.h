// One block's shared memory: its bytes, which of them were ever written, and who raced for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/race_detector.h"

namespace warplens::machine {

class SharedMemory {
 public:
  SharedMemory(std::uint32_t threads, std::uint32_t bytes, bool is_watched)
      : bytes_(bytes), written_(bytes) {
    if (is_watched && bytes != 0) races_.emplace(threads, bytes);
  }

  [[nodiscard]] std::byte* data() { return bytes_.data(); }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  // nullptr when races and uninitialised reads are not looked for.
  [[nodiscard]] RaceDetector* races() { return races_ ? &*races_ : nullptr; }

  void mark_written(std::uint64_t offset, std::uint32_t bytes) {
    std::fill_n(written_.begin() + static_cast<std::ptrdiff_t>(offset), bytes, std::uint8_t{1});
  }
  [[nodiscard]] bool is_written(std::uint64_t offset, std::uint32_t bytes) const {
    std::uint8_t all = 1;
    for (std::uint32_t i = 0; i < bytes; ++i) all &= written_[offset + i];
    return all != 0;
  }

  // As a new block finds it. What an earlier block did is ordered before all that follows.
  void reset() {
    std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
    if (races_) races_->block_barrier();
  }

 private:
  std::vector<std::byte> bytes_;
  std::vector<std::uint8_t> written_;
  std::optional<RaceDetector> races_;
};

}  // namespace warplens::machine
