// The ranges of generic addresses in which the guest's memories lie.
//
//        0x1000'0000'0000  first buffer; the next ones follow, each 4 GiB-aligned
//   0x0400'0001'0000'0000  shared window (generic address of shared offset 0)
//   0x0400'0003'0000'0000  kernel parameters (generic address of parameter space offset 0)
//   0x0400'0100'0000'0000  local windows, one a thread of the block
//
// A buffer may be given an address (one that a driver gave it, say): drivers give none of
// kFirstWindow and beyond.
//
// Within the shared window, and in 32-bit addresses of shared memory, which are offsets in it:
//
//   rank << 24 | offset     shared memory of the block of a rank in its cluster: the executing
//                           block's own too (its variables, shared::cta), and what mapa gives
//
// That is what an H200 has. A launch without clusters is all of rank 0.
//
// On hardware all threads' local windows have the same addresses: an address is the reader's own.
// Here they differ, so that it tells which thread it was made for.
#pragma once

#include <cstdint>

namespace warplens::machine {

inline constexpr std::uint64_t kFirstWindow = 0x0400'0000'0000'0000;  // virtual addresses: 57 bits
inline constexpr std::uint64_t kSharedWindow = kFirstWindow + 0x0001'0000'0000;
inline constexpr std::uint64_t kParameterWindow = kFirstWindow + 0x0003'0000'0000;
inline constexpr std::uint64_t kLocalWindow = kFirstWindow + 0x0100'0000'0000;
inline constexpr std::uint64_t kFirstBuffer = 0x1000'0000'0000;
inline constexpr std::uint64_t kWindowBytes = 0x0001'0000'0000;
inline constexpr std::uint64_t kLocalWindowsBytes = 1024 * kWindowBytes;  // a block's threads

// The local memory that a generic address points to: `thread` is the one that it was made for; the
// offset is negative just before the window.
struct LocalAddress {
  std::uint64_t thread = 0;
  std::uint64_t offset = 0;
};

[[nodiscard]] constexpr std::uint64_t local_window(std::uint64_t thread) {
  return kLocalWindow + thread * kWindowBytes;
}
[[nodiscard]] constexpr bool is_in_local_windows(std::uint64_t address) {
  return address + kWindowBytes / 2 - kLocalWindow < kLocalWindowsBytes;
}
[[nodiscard]] constexpr LocalAddress local_address(std::uint64_t address) {
  const std::uint64_t thread = (address + kWindowBytes / 2 - kLocalWindow) / kWindowBytes;
  return {thread, address - local_window(thread)};
}

// What an offset in the shared window points to: the block of a rank; the offset in its memory is
// negative just before that.
struct ClusterAddress {
  std::uint64_t rank = 0;
  std::uint64_t offset = 0;
};
inline constexpr std::uint64_t kClusterPartBytes = 1 << 24;
inline constexpr std::uint64_t kMostRank = kWindowBytes / kClusterPartBytes - 1;

[[nodiscard]] constexpr ClusterAddress cluster_address(std::uint64_t address) {
  const std::uint64_t rank = (address + kClusterPartBytes / 2) % kWindowBytes / kClusterPartBytes;
  return {rank, address - rank * kClusterPartBytes};
}

}  // namespace warplens::machine
