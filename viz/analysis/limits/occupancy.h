// How many blocks of a kernel, and so how many warps, a multiprocessor (SM) holds at once.
//
//   what a block needs ─► rounded up to what is allocated ─► how often each of four limits has room
//                                                            for it ─► the least of the four
//
// Warps, blocks and shared memory of a compute capability: CUDA C++ Programming Guide, table of
// technical specifications. Units of allocation, and how registers are dealt to an SM's four parts:
// cuda_occupancy.h of the CUDA toolkit 13.0, which cuOccupancyMaxActiveBlocksPerMultiprocessor
// follows; `warplens resources --check` asks a GPU's driver. The carve-out of shared memory is the
// largest, which is the driver's default. Left out: clusters, named barriers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace warplens::analysis {

struct BlockNeeds {
  std::uint32_t threads = 1;
  std::uint32_t registers = 0;     // a thread
  std::uint32_t shared_bytes = 0;  // static and dynamic
  friend bool operator==(const BlockNeeds&, const BlockNeeds&) = default;
};

// The limits in the order in which views show them.
enum class SmLimit : std::uint8_t { warps, registers, shared_memory, blocks };
inline constexpr std::size_t kSmLimits = 4;
inline constexpr std::array kAllSmLimits{SmLimit::warps, SmLimit::registers, SmLimit::shared_memory,
                                         SmLimit::blocks};

// The resources of an SM.
struct Multiprocessor {
  std::uint32_t capability = 0;  // 10 × major + minor
  std::uint32_t warps = 0, blocks = 0;
  std::uint32_t registers = 0;
  std::uint32_t shared_bytes = 0;        // for blocks, of the memory that L1 shares
  std::uint32_t block_shared_bytes = 0;  // the most that one block may ask for
  std::uint32_t reserved_bytes = 0;      // of shared memory, taken by CUDA for each block
  std::uint32_t shared_unit = 0;         // a block's shared memory comes in these
};

// 75, 80, 86, 89, 90, 100 or 120; nullptr for others.
[[nodiscard]] const Multiprocessor* multiprocessor(std::uint32_t capability);

inline constexpr std::uint32_t kMostThreads = 1024;       // of a block
inline constexpr std::uint32_t kMostRegisters = 255;      // of a thread
inline constexpr std::uint32_t kAnyNumber = 0xffff'ffff;  // a limit that such a block does not meet

struct Occupancy {
  std::uint32_t blocks = 0;                          // resident; 0: not even one fits
  std::uint32_t warps = 0;                           // of them
  std::array<std::uint32_t, kSmLimits> blocks_by{};  // that each limit has room for; kAnyNumber
  // One block's warps, registers, bytes of shared memory as allocated, and 1, in that order.
  std::array<std::uint32_t, kSmLimits> a_block{};

  [[nodiscard]] std::uint32_t by(SmLimit limit) const {
    return blocks_by[static_cast<std::size_t>(limit)];
  }
  [[nodiscard]] std::uint32_t of_a_block(SmLimit limit) const {
    return a_block[static_cast<std::size_t>(limit)];
  }
  // Is it one of those that keep the next block out?
  [[nodiscard]] bool limits(SmLimit limit) const { return by(limit) == blocks; }
};

[[nodiscard]] Occupancy occupancy(const Multiprocessor& sm, const BlockNeeds& needs);

// The SM's capacity: warps, registers, bytes or blocks.
[[nodiscard]] std::uint32_t capacity(const Multiprocessor& sm, SmLimit limit);

// Nothing if the capability is not known; 0 if a block does not fit.
[[nodiscard]] std::optional<std::uint32_t> blocks_an_sm(std::uint32_t capability,
                                                        const BlockNeeds& needs);

}  // namespace warplens::analysis
