// What writes a block's shared memory, found once, so that who wrote a unit is found without going
// through all of it: its own events, and what other blocks of the cluster have TMA bring here.
//
//   events of the block    st, cp.async, copies that it asks for ─┐
//   copies of other blocks multicast, to_block ───────────────────┴► one order
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "viz/fragments/matrix_run.h"

namespace warplens::hardware_tile {

inline constexpr std::uint32_t kUnitBytes = 16;

struct SharedWrite {
  std::size_t row = 0;                    // of the trace; of another block's copy the next one
  std::optional<std::size_t> received{};  // of the run's received copies
};

struct SharedWrites {
  std::vector<SharedWrite> all;                          // as they come
  std::unordered_map<std::uint64_t, std::size_t> first;  // unit → the first of these that writes it
  std::optional<std::uint32_t> rank{};                   // of the block in its cluster, if known

  // How many come before a row of the trace and before another block's copy of that number.
  [[nodiscard]] std::size_t count_before(std::size_t row, std::size_t received) const;
};
[[nodiscard]] SharedWrites shared_writes(const fragments::MatrixRun& run, std::uint32_t block);

// The bytes of shared memory that a lane of a store or of cp.async writes.
struct LaneWrite {
  std::uint64_t address = 0, bytes = 0;
};
[[nodiscard]] LaneWrite lane_write(const trace::Site& site, const trace::EventView& event,
                                   std::uint32_t lane);
// What the block asks for and what comes to its own shared memory.
[[nodiscard]] bool lands_here(const trace::BulkCopy& copy, std::optional<std::uint32_t> rank);

// Calls `take` with each unit that any byte of is written.
template <class Take>
void each_unit(std::uint64_t address, std::uint64_t bytes, Take take) {
  for (std::uint64_t unit = address / kUnitBytes * kUnitBytes; unit < address + bytes;
       unit += kUnitBytes) {
    take(unit);
  }
}

}  // namespace warplens::hardware_tile
