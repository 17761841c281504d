// Accesses of one block to buffers by lanes that go from place to place by one step, as nearly all
// do, and whether any two threads came to the same bytes with them.
//
//   add()           a warp's or half a warp's lanes; what the same lanes do right beside it joins
//   it are_apart()     no two threads share a byte unless both read it, or both update it
//   atomically;
//                   false as well where that is not plain to see
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/machine/launch/touched_lines.h"

namespace warplens::machine {

[[nodiscard]] constexpr std::uint8_t bit_of(GlobalUse use) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(use));
}
// Uses of one kind that may come in any order.
[[nodiscard]] constexpr bool are_harmless(unsigned uses) {
  return uses == bit_of(GlobalUse::read) || uses == bit_of(GlobalUse::strong);
}

// Thread owner + i touches [begin + i × step, begin + i × step + extent), where extent <= step; and
// the same `stride` bytes further on, so many rounds.
struct ThreadStripe {
  static constexpr std::uint32_t kEveryone = ~std::uint32_t{0};  // all touch the first place

  std::uint64_t buffer = 0;  // its address
  std::uint64_t begin = 0;   // from there
  std::uint32_t step = 4;
  std::uint32_t extent = 4;
  std::uint32_t owner = 0;
  std::uint16_t count = 1;
  std::uint8_t uses = 0;
  std::uint8_t group = 0;  // are_apart()'s
  std::uint32_t rounds = 1;
  std::uint64_t stride = 0;  // 0: there is one round

  [[nodiscard]] std::uint64_t length() const { return std::uint64_t{count - 1u} * step + extent; }
  [[nodiscard]] std::uint64_t end() const { return begin + (rounds - 1) * stride + length(); }
};

class ThreadStripes {
 public:
  void clear() {
    stripes_.clear();
    uses_ = 0;
  }
  void add(const ThreadStripe& stripe) {
    uses_ |= stripe.uses;
    const std::size_t count = stripes_.size();
    for (std::size_t i = count; i > 0 && i + kLookedAt > count; --i) {
      if (joins(stripes_[i - 1], stripe)) return;
    }
    stripes_.push_back(stripe);
  }
  [[nodiscard]] bool is_full() const { return stripes_.size() >= kMost; }
  [[nodiscard]] std::span<const ThreadStripe> all() const { return stripes_; }
  [[nodiscard]] unsigned uses() const { return uses_; }
  [[nodiscard]] bool are_apart();

 private:
  static constexpr std::size_t kMost = 1 << 16;
  static constexpr std::size_t kLookedAt = 4;  // stripes that one more may join
  static constexpr std::size_t kGroups = 8;
  static constexpr std::uint32_t kCell = 32;  // steps

  // Stripes of one step in one buffer.
  struct Group {
    std::uint64_t buffer = 0, lowest = 0, end = 0;
    std::uint32_t step = 0, extent = 0;
    std::uint64_t stride = 0;
  };
  // The lanes of a stripe whose steps from the buffer's start lie in one cell of 32, at one place
  // within the step.
  struct Part {
    std::uint32_t round = 0;  // of are_apart()
    std::uint32_t group = 0;
    std::uint64_t cell = 0;
    std::uint32_t residue = 0;
    std::uint32_t lanes = 0;        // a bit a step of the cell
    std::uint32_t first_owner = 0;  // of the cell's first step
    bool is_everyones = false;
    std::uint8_t uses = 0;
  };

  [[nodiscard]] static bool joins(ThreadStripe& known, const ThreadStripe& next);
  [[nodiscard]] static bool extends(ThreadStripe& known, const ThreadStripe& next);
  [[nodiscard]] static bool goes_on(ThreadStripe& known, const ThreadStripe& next);
  // Rounds told apart, or taken for one where all of a group have the same stride.
  [[nodiscard]] bool are_apart(bool by_round);
  // In each buffer one begins behind the other.
  [[nodiscard]] bool ascend() const;
  [[nodiscard]] std::size_t start_table(bool by_round);
  // False where the stripe is not like the others of its group.
  [[nodiscard]] bool find_group(ThreadStripe& stripe);
  [[nodiscard]] bool are_groups_apart() const;
  [[nodiscard]] bool place(const ThreadStripe& stripe, bool by_round);
  [[nodiscard]] bool place(const ThreadStripe& stripe, std::uint64_t begin);
  [[nodiscard]] bool place(const Part& part);

  std::vector<ThreadStripe> stripes_;
  unsigned uses_ = 0;
  std::vector<Group> groups_;
  std::vector<Part> parts_;  // a hash table, twice as large as is needed
  std::uint32_t round_ = 0;
};

inline bool ThreadStripes::joins(ThreadStripe& known, const ThreadStripe& next) {
  const bool is_same = known.owner == next.owner && known.step == next.step &&
                       known.buffer == next.buffer && known.count == next.count;
  if (!is_same || !(extends(known, next) || goes_on(known, next))) return false;
  known.uses |= next.uses;
  return true;
}

// What the same lanes do beside it, in the last round.
inline bool ThreadStripes::extends(ThreadStripe& known, const ThreadStripe& next) {
  const std::uint64_t last = known.begin + (known.rounds - 1) * known.stride;
  const std::uint64_t begin = last < next.begin ? last : next.begin;
  const std::uint64_t known_end = last + known.extent, next_end = next.begin + next.extent;
  const std::uint64_t extent = (known_end > next_end ? known_end : next_end) - begin;
  if (extent == known.extent && begin == last) return true;
  if (known.rounds != 1 || extent > known.step) return false;
  known.begin = begin;
  known.extent = static_cast<std::uint32_t>(extent);
  return true;
}

// A loop's next round.
inline bool ThreadStripes::goes_on(ThreadStripe& known, const ThreadStripe& next) {
  if (known.rounds == 1) {
    const std::uint64_t stride = next.begin - known.begin;
    const bool is_behind = next.begin > known.begin && stride >= known.length();
    // Where there is room beside it, what comes next may go there.
    const bool is_full = known.extent == known.step;
    if (!is_behind || !is_full || next.extent != known.extent) return false;
    known.stride = stride;
  } else if (next.begin - (known.begin + known.rounds * known.stride) >
                 std::uint64_t{known.extent} - next.extent ||
             next.extent > known.extent) {
    return false;
  }
  ++known.rounds;
  return true;
}

}  // namespace warplens::machine
