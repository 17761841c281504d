// Where else the elements of a shared array could lie so that its accesses meet in fewer banks.
//
//   block's accesses ─► those to the array ─► each layout's wavefronts, by the rules ─► the best
//
// Tried are paddings of up to 128 bytes behind each row and XOR swizzles within 128 bytes, as CuTe
// has them. A layout counts only where every access to the array stays one that hardware takes:
// whole, and aligned to its width.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// CuTe's Swizzle<B,M,S> (cute/swizzle.hpp) of byte offsets: of the offset's bits, the B from bit
// M + S on are combined by XOR into the B from bit M on.
struct ByteSwizzle {
  std::uint32_t bits = 0, base = 0, shift = 0;
  friend bool operator==(const ByteSwizzle&, const ByteSwizzle&) = default;
  [[nodiscard]] std::uint64_t source_mask() const {
    return ((std::uint64_t{1} << bits) - 1) << (base + shift);
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const {
    return offset ^ (offset & source_mask()) >> shift;
  }
};

// Rows of `pitch` bytes, `bytes` of nothing behind each.
struct RowPadding {
  std::uint64_t pitch = 0, bytes = 0;
  friend bool operator==(const RowPadding&, const RowPadding&) = default;
};

// The access that was looked at, as it would be without a swizzle.
struct AskedAccess {
  std::uint32_t mask = 0;
  LaneAddresses offsets{};       // from the array's begin, in bytes
  std::uint32_t lane_bytes = 0;  // of each
  bool is_store = false;
  std::uint64_t pitch = 0;  // bytes from row to row
  std::uint64_t bytes = 0;  // of the array, as far as they are known
};

// The best of each kind, if it takes fewer wavefronts of all the block's accesses to the array and
// no more than the best of the other kind.
struct BetterLayouts {
  std::uint32_t element_bytes = 1;
  std::optional<RowPadding> padding;
  std::optional<ByteSwizzle> swizzle;
  std::optional<ByteSwizzle> replaced;  // what the kernel does today in the swizzle's place
  std::uint32_t wavefronts = 0;         // of the suspect's access then
  AskedAccess asked;                    // the suspect's access

  [[nodiscard]] bool is_empty() const { return !padding.has_value() && !swizzle.has_value(); }
};

// `suspect`: an access of `block` to shared memory with bank conflicts. Nothing where the array's
// layout is not the kernel's to choose: bulk copies bring their own.
[[nodiscard]] std::optional<BetterLayouts> better_layouts(const BlockAccesses& block,
                                                          const Suspect& suspect);

}  // namespace warplens::analysis
