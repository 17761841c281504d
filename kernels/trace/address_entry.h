// The addresses of one warp access in few words.
//
// A coalesced or strided access is base + lane × stride; anything else is a base and one 32-bit
// delta an active lane, or one 64-bit delta where they are far apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/base/lane_addresses.h"

namespace warplens::trace {

// The addresses of one access as the capture file has them: a coding, a base (low word first), and
// what the coding needs after it. Accesses that differ only by their base share it.
class AddressEntry {
 public:
  static constexpr std::size_t kHeaderWords = 3;

  AddressEntry() = default;  // of no access
  // Codes the addresses of the lanes in `mask` (not 0).
  AddressEntry(std::uint32_t mask, const LaneAddresses& addresses);

  [[nodiscard]] std::span<const std::uint32_t> words() const { return {words_.data(), count_}; }
  [[nodiscard]] std::uint64_t base() const { return base_of(words()); }
  // The entry of the same lanes whose addresses all moved by `move`, modulo 2^64. False, and as it
  // was, where that is coded in another way, because some of them went past the end.
  [[nodiscard]] bool move_by(std::uint64_t move);

  // The base in the words of an entry; 0 for that of no access.
  [[nodiscard]] static std::uint64_t base_of(std::span<const std::uint32_t> words);
  // The length of the entry at the front of `words`; nothing when there is no whole entry.
  [[nodiscard]] static std::optional<std::size_t> length_in(std::span<const std::uint32_t> words,
                                                            std::uint32_t mask);
  // The addresses of the lanes in `mask` by an entry's words, from another base than theirs.
  // Inactive lanes come out 0.
  static void decode(std::span<const std::uint32_t> words, std::uint64_t base, std::uint32_t mask,
                     LaneAddresses& addresses);

 private:
  std::array<std::uint32_t, kHeaderWords + 2 * kWarpSize> words_{};
  std::uint32_t count_ = 0;
  std::uint64_t span_ = 0;  // from the lowest address to the highest; 0 where the end is no matter
};

}  // namespace warplens::trace
