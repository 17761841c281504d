// The 64 bits of an mbarrier object in shared memory. PTX leaves their meaning open; ours:
//
//   63      62 … 40                 39 … 20                 19 … 0
//   phase   bytes still to come     arrivals of a phase     arrivals still to come
//           (two's complement)
#pragma once

#include <cstdint>

namespace warplens::machine {

struct MbarrierState {
  static constexpr std::uint32_t kBytes = 8;
  static constexpr std::uint32_t kMaximumCount = (1u << 20) - 1;  // PTX ISA "mbarrier"

  std::uint32_t pending = 0;
  std::uint32_t expected = 0;
  std::int32_t bytes = 0;
  bool phase = false;

  [[nodiscard]] static MbarrierState from_bits(std::uint64_t bits) {
    // Shifting the 23-bit field up and back down extends its sign.
    return {static_cast<std::uint32_t>(bits & kMaximumCount),
            static_cast<std::uint32_t>(bits >> 20 & kMaximumCount),
            static_cast<std::int32_t>(static_cast<std::int64_t>(bits << 1) >> 41),
            (bits >> 63) != 0};
  }
  [[nodiscard]] std::uint64_t bits() const {
    return std::uint64_t{phase} << 63 | (static_cast<std::uint64_t>(bytes) & 0x7fffff) << 40 |
           std::uint64_t{expected & kMaximumCount} << 20 | (pending & kMaximumCount);
  }

  void arrive(std::uint32_t count) { pending -= count < pending ? count : pending; }
  // Starts the next phase when nothing is missing any more.
  bool complete() {
    if (pending != 0 || bytes != 0) return false;
    pending = expected;
    phase = !phase;
    return true;
  }
};

}  // namespace warplens::machine
