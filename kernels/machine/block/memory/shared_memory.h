// One block's shared memory: its bytes, which of them were ever written, and who raced for them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/races/race_detector.h"

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
    if (is_whole_) return;
    std::fill_n(written_.begin() + static_cast<std::ptrdiff_t>(offset), bytes, std::uint8_t{1});
  }
  [[nodiscard]] bool is_written(std::uint64_t offset, std::uint32_t bytes) const {
    std::uint8_t all = 1;
    for (std::uint32_t i = 0; i < bytes; ++i) all &= written_[offset + i];
    return all != 0;
  }
  [[nodiscard]] bool is_any_written(std::uint64_t offset, std::uint32_t bytes) const {
    std::uint8_t any = 0;
    for (std::uint32_t i = 0; i < bytes; ++i) any |= written_[offset + i];
    return any != 0;
  }
  // The same for all lanes of a mask.
  [[nodiscard]] bool are_written(const std::array<std::uint64_t, kWarpSize>& offsets,
                                 std::uint32_t mask, std::uint32_t bytes) {
    if (is_whole_ || look_at_whole()) return true;
    switch (bytes) {
      case 1:
        return each_is_written<std::uint8_t>(offsets, mask, bytes);
      case 2:
        return each_is_written<std::uint16_t>(offsets, mask, bytes);
      case 4:
        return each_is_written<std::uint32_t>(offsets, mask, bytes);
      default:
        return each_is_written<std::uint64_t>(offsets, mask, bytes);
    }
  }

  // As a new block finds it. What an earlier block did is ordered before all that follows.
  void reset() {
    std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
    is_whole_ = false;
    questions_ = 0;
    if (races_) races_->block_barrier();
  }

 private:
  // Whether all of it is written by now: looked at ever more rarely.
  bool look_at_whole() {
    if (!std::has_single_bit(++questions_) || questions_ < kFirstLook) return false;
    is_whole_ = std::ranges::find(written_, std::uint8_t{0}) == written_.end();
    return is_whole_;
  }

  template <class Word>
  [[nodiscard]] bool each_is_written(const std::array<std::uint64_t, kWarpSize>& offsets,
                                     std::uint32_t mask, std::uint32_t bytes) const {
    constexpr Word kAll = static_cast<Word>(~Word{0}) / 0xff;
    Word missing = 0;
    for (std::uint32_t done = 0; done < bytes; done += sizeof(Word)) {
      const std::uint8_t* const from = written_.data() + done;
      each_lane(mask, [&](std::uint32_t lane) {
        Word word = 0;
        std::memcpy(&word, from + offsets[lane], sizeof word);
        missing |= word ^ kAll;
      });
    }
    return missing == 0;
  }

  std::vector<std::byte> bytes_;
  std::vector<std::uint8_t> written_;
  static constexpr std::uint32_t kFirstLook = 32;
  std::uint32_t questions_ = 0;  // of are_written()
  bool is_whole_ = false;        // every byte has been written
  std::optional<RaceDetector> races_;
};

}  // namespace warplens::machine
