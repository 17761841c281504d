// The addresses of one warp access in few bytes.
//
// A coalesced or strided access is base + lane × stride (16 bytes instead of 256); anything else is
// a base and one 32-bit delta an active lane, or one 64-bit delta where they are far apart. One
// that has the deltas of an entry before it is a base and the way back to that (16 bytes).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/base/lane_addresses.h"
#include "kernels/trace/unset_vector.h"

namespace warplens::trace {

// One access as the pool keeps it, which serves others that differ by where they begin.
class AddressEntry {
 public:
  AddressEntry() = default;
  // Of the lanes in `mask` (not 0).
  AddressEntry(std::uint32_t mask, const LaneAddresses& addresses);

  [[nodiscard]] std::span<const std::uint32_t> words() const { return {words_.data(), count_}; }
  // The entry of the same lanes whose addresses all moved by `move`, modulo 2^64. False, and as it
  // was, where that is coded in another way, because some of them went past the end.
  [[nodiscard]] bool move_by(std::uint64_t move);
  // The pool that it was added to is another from now on, or was cleared.
  void forget_pool() { kept_at_ = kNowhere; }

 private:
  friend class AddressPool;
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  std::array<std::uint32_t, 3 + 2 * kWarpSize> words_{};
  std::uint32_t count_ = 0;
  std::uint64_t span_ = 0;  // from the lowest address to the highest; 0 where the end is no matter
  std::uint64_t kept_at_ = kNowhere;  // the handle of a whole entry with its deltas
};

class AddressPool {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  // Stores the addresses of the lanes in `mask` (not 0); returns the handle that decode() takes.
  std::uint64_t encode(std::uint32_t mask, const std::array<std::uint64_t, kWarpSize>& addresses);
  // The same of an entry that is added to this pool alone, again and again as it moves.
  std::uint64_t add(AddressEntry& entry);
  // Inactive lanes come out 0.
  void decode(std::uint64_t handle, std::uint32_t mask,
              std::array<std::uint64_t, kWarpSize>& addresses) const;
  // Appends another pool; its handles are valid here plus the returned offset.
  std::uint64_t append(const AddressPool& other);

  // Entries as the capture file has them, each whole: as they lie in memory, where all are.
  [[nodiscard]] bool is_whole() const { return saved_ == 0; }
  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }
  // Appends one entry's, whose lanes are `mask`.
  void copy_whole(std::uint64_t handle, std::uint32_t mask,
                  std::vector<std::uint32_t>& words) const;
  // Words from elsewhere may only be decoded at the handles that entry_words() has passed, with the
  // mask that it was given.
  void append(std::span<const std::uint32_t> words);
  // The length of the entry at the front of `words`; nothing when there is no whole entry.
  [[nodiscard]] static std::optional<std::size_t> entry_words(std::span<const std::uint32_t> words,
                                                              std::uint32_t mask);

  // That its entries would take if each was whole.
  [[nodiscard]] std::size_t bytes() const {
    return (words_.size() + saved_) * sizeof(std::uint32_t);
  }
  // Keeps its memory.
  void clear() {
    words_.clear();
    saved_ = 0;
  }
  void reserve_times(double times) {
    words_.reserve(static_cast<std::size_t>(static_cast<double>(words_.size()) * times));
  }

 private:
  UnsetVector<std::uint32_t> words_;
  std::size_t saved_ = 0;  // words that whole entries would take more
};

}  // namespace warplens::trace
