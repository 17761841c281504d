// The patterns of events, each kept once: a launch makes few kinds of events, many times over.
//
// A pattern is all of an event but its block, its warp and where its addresses begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/trace/address_entry.h"

namespace warplens::trace {

struct EventPattern {
  std::uint32_t site = 0, mask = 0, taken = 0;
  // Lengths of its AddressEntries; 0: it has no such addresses.
  std::uint32_t words = 0, words2 = 0;
  friend bool operator==(const EventPattern&, const EventPattern&) = default;
};

class EventPatterns {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  using Words = std::span<const std::uint32_t>;

  [[nodiscard]] std::size_t size() const { return patterns_.size(); }
  [[nodiscard]] const EventPattern& operator[](std::uint32_t pattern) const {
    return patterns_[pattern].pattern;
  }

  // The number of a pattern whose addresses are these entries, whatever their bases; it is added
  // where it is new.
  std::uint32_t number_of(std::uint32_t site, std::uint32_t mask, std::uint32_t taken, Words entry,
                          Words entry2);
  // The number here of a pattern of `other`, which is added where it is new.
  std::uint32_t number_of(const EventPatterns& other, std::uint32_t pattern);

  [[nodiscard]] bool are_alike(std::uint32_t pattern, const EventPatterns& other,
                               std::uint32_t others_pattern) const;
  void decode(std::uint32_t pattern, std::uint64_t base, LaneAddresses& addresses) const;
  void decode2(std::uint32_t pattern, std::uint64_t base2, LaneAddresses& addresses2) const;
  // Appends the entries as the capture file has them.
  void copy_whole(std::uint32_t pattern, std::uint64_t base, std::uint64_t base2,
                  std::vector<std::uint32_t>& words) const;
  void clear();

 private:
  struct Kept {
    EventPattern pattern;
    std::uint32_t hash = 0;
    std::size_t first = 0;  // of its entries in words_; their bases are 0
  };

  [[nodiscard]] Words words_of(const Kept& kept) const {
    return Words(words_).subspan(kept.first, kept.pattern.words + kept.pattern.words2);
  }
  // The number of the pattern whose entries are the last ones in words_; they are dropped if it is
  // there already.
  std::uint32_t number_of_last(const EventPattern& pattern);
  [[nodiscard]] std::size_t place_of(const Kept& kept) const;
  void grow();

  std::vector<Kept> patterns_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> table_;  // numbers by hash, a power of two of them; kNone: free
};

}  // namespace warplens::trace
