// The bytes of a load or store: between registers and the host memory that stands for the guest's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/machine/block/issue.h"
#include "kernels/machine/launch/heap.h"
#include "kernels/machine/launch/launch_writes.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

// Host bytes that stand for [base, base + bytes) of a space.
struct MemoryRange {
  std::byte* origin = nullptr;
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  bool is_read_only = false;
  bool is_exposed = false;                 // threads may race through it
  bool may_be_stale = false;               // exposed, and read through the read-only path, too
  bool is_concurrent = false;              // other host threads may write it
  bool is_unexpected = false;              // to be written: UnexpectedWrites is told before
  const WatchedBuffer* watched = nullptr;  // its bytes that nobody has written are looked for
  const Heap* heap = nullptr;              // malloc's: only its blocks are there

  [[nodiscard]] bool holds(std::uint64_t address, std::uint32_t width) const {
    return bytes >= width && address - base <= bytes - width;
  }
};

// All for lanes inside of `range`.
void load_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                const LaneAddresses& addresses, std::uint32_t mask);
void store_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                 const LaneAddresses& addresses, std::uint32_t mask);
void load_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                const PlacedLanes& lanes);
void store_lanes(const Issue& issue, const MemoryAccess& access, const MemoryRange& range,
                 const PlacedLanes& lanes);
// Gives 0 to the registers of a load that cannot be made.
void load_zero(const Issue& issue, const MemoryAccess& access, std::uint32_t mask);

}  // namespace warplens::machine
