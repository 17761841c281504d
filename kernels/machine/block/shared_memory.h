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
#include "kernels/machine/program/block_races.h"

namespace warplens::machine {

class SharedMemory {
 public:
  // `watched_bytes`: of what races are looked for in, which is behind it, too (tensor_memory.h).
  SharedMemory(std::uint32_t threads, std::uint32_t bytes, std::uint32_t watched_bytes,
               bool is_watched)
      : bytes_(bytes), written_(bytes), watched_bytes_(watched_bytes) {
    if (is_watched) races_.emplace(threads, watched_bytes);
  }

  [[nodiscard]] std::byte* data() { return bytes_.data(); }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] std::uint64_t watched_size() const { return watched_bytes_; }
  // nullptr when races and uninitialised reads are not looked for.
  [[nodiscard]] BlockRaces* races() { return races_ ? &*races_ : nullptr; }

  void mark_written(std::uint64_t offset, std::uint32_t bytes) {
    if (is_whole_) return;
    std::uint8_t* const first = written_.data() + offset;
    if (bytes == sizeof kWritten) {
      std::memcpy(first, &kWritten, sizeof kWritten);
    } else {
      std::fill_n(first, bytes, std::uint8_t{1});
    }
  }
  [[nodiscard]] bool is_written(std::uint64_t offset, std::uint32_t bytes) const {
    const std::uint8_t* const first = written_.data() + offset;
    std::uint64_t missing = 0;
    std::uint32_t done = 0;
    for (; done + sizeof missing <= bytes; done += sizeof missing) {
      missing |= word_at<std::uint64_t>(first + done) ^ 0x0101010101010101u;
    }
    if (bytes - done == 4)
      return (missing | (word_at<std::uint32_t>(first + done) ^ kWritten)) == 0;
    for (; done < bytes; ++done) missing |= first[done] ^ 1u;
    return missing == 0;
  }
  [[nodiscard]] bool is_any_written(std::uint64_t offset, std::uint32_t bytes) const {
    std::uint8_t any = 0;
    for (std::uint32_t i = 0; i < bytes; ++i) any |= written_[offset + i];
    return any != 0;
  }
  // The first byte of a range that nothing has written, and how many there are of them.
  struct Missing {
    std::uint64_t offset = 0;
    std::uint32_t bytes = 0;
  };
  [[nodiscard]] Missing missing(std::uint64_t offset, std::uint32_t bytes) const {
    Missing found{offset};
    for (std::uint32_t i = bytes; i-- > 0;) {
      if (written_[offset + i] != 0) continue;
      found = {offset + i, found.bytes + 1};
    }
    return found;
  }
  // The same for all lanes of a mask, of at least whose places `lanes` are.
  void mark_written(const PlacedLanes& lanes, std::uint32_t mask, std::uint32_t bytes) {
    if (is_whole_) return;
    each_run(lanes, mask, bytes, [&](std::uint64_t offset, std::uint32_t run_bytes) {
      mark_written(offset, run_bytes);
    });
  }
  [[nodiscard]] bool are_written(const PlacedLanes& lanes, std::uint32_t mask,
                                 std::uint32_t bytes) {
    if (is_whole_ || look_at_whole()) return true;
    if (mask == lanes.shape->mask) mask &= ~lanes.shape->repeating;
    if (mask == kAllLanesMask && bytes == sizeof kWritten) {
      std::uint32_t missing = 0;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        missing |= word_at<std::uint32_t>(&written_[lanes[lane]]) ^ kWritten;
      return missing == 0;
    }
    bool all = true;
    each_run(lanes, mask, bytes, [&](std::uint64_t offset, std::uint32_t run_bytes) {
      all = all && is_written(offset, run_bytes);
    });
    return all;
  }

  // Resets to the state that a new block finds. All that an earlier block did is ordered before
  // what follows.
  void reset() {
    std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
    is_whole_ = false;
    questions_ = 0;
    if (!races_) return;
    races_->join(nullptr, 0);
    races_->block_barrier();
  }

 private:
  template <class Word>
  static Word word_at(const std::uint8_t* place) {
    Word word = 0;
    std::memcpy(&word, place, sizeof word);
    return word;
  }

  // Whether all of it is written by now: looked at ever more rarely.
  bool look_at_whole() {
    if (!std::has_single_bit(++questions_) || questions_ < kFirstLook) return false;
    is_whole_ = std::memchr(written_.data(), 0, written_.size()) == nullptr;
    return is_whole_;
  }

  // Calls act(offset, bytes) for each lane, or for a half whose lanes lie one behind the other.
  template <class Act>
  static void each_run(const PlacedLanes& lanes, std::uint32_t mask, std::uint32_t bytes, Act act) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint32_t first = half * LaneShape::kHalf;
      const std::uint32_t own = mask & LaneShape::kHalfMask << first;
      if (own == LaneShape::kHalfMask << first &&
          lanes.shape->steps[half] == static_cast<std::int32_t>(bytes)) {
        act(lanes[first], bytes * LaneShape::kHalf);
      } else {
        each_lane(own, [&](std::uint32_t lane) { act(lanes[lane], bytes); });
      }
    }
  }

  std::vector<std::byte> bytes_;
  std::vector<std::uint8_t> written_;
  std::uint32_t watched_bytes_;
  static constexpr std::uint32_t kWritten = 0x01010101u;  // of a word
  static constexpr std::uint32_t kFirstLook = 8;
  std::uint32_t questions_ = 0;  // of are_written()
  bool is_whole_ = false;        // every byte has been written
  std::optional<BlockRaces> races_;
};

}  // namespace warplens::machine
