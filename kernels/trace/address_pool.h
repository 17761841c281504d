// The addresses of one warp access in few bytes.
//
// A coalesced or strided access is base + lane × stride (16 bytes instead of 256); anything else is
// a base and one 32-bit delta an active lane, or one 64-bit delta where they are far apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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

 private:
  std::array<std::uint32_t, 3 + 2 * kWarpSize> words_{};
  std::uint32_t count_ = 0;
  std::uint64_t span_ = 0;  // from the lowest address to the highest; 0 where the end is no matter
};

class AddressPool {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  // Stores the addresses of the lanes in `mask` (not 0); returns the handle that decode() takes.
  std::uint64_t encode(std::uint32_t mask, const std::array<std::uint64_t, kWarpSize>& addresses);
  std::uint64_t add(const AddressEntry& entry);
  // Inactive lanes come out 0.
  void decode(std::uint64_t handle, std::uint32_t mask,
              std::array<std::uint64_t, kWarpSize>& addresses) const;
  // Appends another pool; its handles are valid here plus the returned offset.
  std::uint64_t append(const AddressPool& other);

  // Entries as they lie in memory, for the capture file. Words from elsewhere may only be decoded
  // at the handles that entry_words() has passed, with the mask that it was given.
  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }
  void append(std::span<const std::uint32_t> words);
  // The length of the entry at the front of `words`; nothing when there is no whole entry.
  [[nodiscard]] static std::optional<std::size_t> entry_words(std::span<const std::uint32_t> words,
                                                              std::uint32_t mask);

  friend bool operator==(const AddressPool&, const AddressPool&) = default;
  [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(std::uint32_t); }
  // Keeps its memory.
  void clear() { words_.clear(); }
  void reserve(std::size_t bytes) { words_.reserve(bytes / sizeof(std::uint32_t)); }

 private:
  UnsetVector<std::uint32_t> words_;
};

}  // namespace warplens::trace
