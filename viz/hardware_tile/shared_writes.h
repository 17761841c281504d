// Which events of a block write its shared memory, found once, so that who wrote a unit is found
// without going through all of them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::hardware_tile {

inline constexpr std::uint32_t kUnitBytes = 16;

struct SharedWrites {
  std::vector<std::size_t> rows;                         // of the trace, ascending
  std::unordered_map<std::uint64_t, std::size_t> first;  // unit → the first of these that writes it
};
[[nodiscard]] SharedWrites shared_writes(const trace::Trace& trace, std::uint32_t block);

// The bytes of shared memory that a lane of a store or of cp.async writes.
struct LaneWrite {
  std::uint64_t address = 0, bytes = 0;
};
[[nodiscard]] LaneWrite lane_write(const trace::Site& site, const trace::EventView& event,
                                   std::uint32_t lane);
// Copies to the block's own shared memory; those to several blocks of a cluster count, too.
[[nodiscard]] bool lands_here(const trace::BulkCopy& copy);

// Calls `take` with each unit that any byte of is written.
template <class Take>
void each_unit(std::uint64_t address, std::uint64_t bytes, Take take) {
  for (std::uint64_t unit = address / kUnitBytes * kUnitBytes; unit < address + bytes;
       unit += kUnitBytes) {
    take(unit);
  }
}

}  // namespace warplens::hardware_tile
