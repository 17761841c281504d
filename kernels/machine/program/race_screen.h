// Tells at once, of most accesses, that they complete no race.
//
// The exact comparison (race_detector_shadow.h) knows every access of the epoch to every word. Most
// epochs need none of that: each word is one thread's alone, or all its accesses are reads, or all
// are atomics. The screen remembers just this, one number a word, and keeps a log of what it let
// pass, so that when an access does not fit, the exact comparison can be told what came before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/machine/program/race_detector.h"
#include "kernels/machine/program/race_warp_order.h"

namespace warplens::machine {

class RaceScreen {
 public:
  explicit RaceScreen(std::uint32_t shared_bytes) : words_((shared_bytes + 3) / 4) {}
  void make_room(std::uint32_t bytes) {
    if (words_.size() * 4 < bytes) words_.resize((bytes + 3) / 4);
  }

  // True, and the access is kept in the log, when it cannot race with those in the log; false as
  // well when the log is full. After false nothing is asked until the next epoch.
  [[nodiscard]] bool admit(const RaceAccess& access, const RaceStamp& stamp);
  // Calls act(access, stamp) for what the log holds, in order, and empties it.
  template <class Act>
  void drain(Act act);
  void start_epoch();  // after a block barrier

 private:
  // A word's state: epoch, owner (a thread, or everyone), how it was used. States of earlier epochs
  // are smaller than epoch_.
  static constexpr std::uint32_t kUseBits = 2, kOwnerBits = 12;
  static constexpr std::uint32_t kEpochStep = 1u << (kUseBits + kOwnerBits);
  static constexpr std::uint32_t kWrite = static_cast<std::uint32_t>(RaceAccessKind::write);
  static constexpr std::uint32_t kEveryone = (1u << kOwnerBits) - 1;
  static constexpr std::size_t kLogEntries = 1 << 14;

  // The number of shapes that are kept from epoch to epoch.
  static constexpr std::size_t kShapes = 1 << 10;

  struct Entry {
    RaceAccess access;  // its pointers are not used
    RaceStamp stamp;
    std::uint32_t shape = 0;  // in shapes_
    std::uint32_t first_value = 0;
    bool has_values = false;
  };
  struct KnownShape {
    std::uint64_t number = 0;
    std::uint32_t index = 0;  // in shapes_
  };

  [[nodiscard]] std::uint32_t state(std::uint32_t owner, RaceAccessKind use) const {
    return epoch_ | owner << kUseBits | static_cast<std::uint32_t>(plain(use));
  }
  // Notes the access to each lane's words; false when it does not fit.
  template <std::uint32_t kWords>
  [[nodiscard]] bool fit(const RaceAccess& access);
  template <std::uint32_t kWords>
  [[nodiscard]] bool is_common(const RaceAccess& access, std::uint32_t lanes) const;
  template <std::uint32_t kWords>
  [[nodiscard]] bool use_words(const RaceAccess& access, std::uint32_t lanes,
                               std::uint32_t repeated);
  template <std::uint32_t kWords>
  struct UseHalf;
  template <std::uint32_t kWords>
  [[nodiscard]] bool use_half(const RaceAccess& access, unsigned half, std::ptrdiff_t pitch,
                              bool is_shared);
  [[nodiscard]] bool use_word(std::uint32_t& word, std::uint32_t owner, RaceAccessKind use) const;
  void log(const RaceAccess& access, const RaceStamp& stamp);
  [[nodiscard]] std::uint32_t keep(const LaneShape& shape);

  std::vector<std::uint32_t> words_;
  std::uint32_t epoch_ = kEpochStep;
  std::vector<Entry> log_;
  std::vector<std::byte> values_;
  std::vector<LaneShape> shapes_;
  std::array<KnownShape, 64> known_{};  // of shapes_, by number
};

template <class Act>
void RaceScreen::drain(Act act) {
  for (const Entry& entry : log_) {
    RaceAccess access = entry.access;
    access.lanes.shape = &shapes_[entry.shape];
    access.values = entry.has_values ? values_.data() + entry.first_value : nullptr;
    act(access, entry.stamp);
  }
  log_.clear();
  values_.clear();
}

}  // namespace warplens::machine
