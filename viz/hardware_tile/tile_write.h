// Who wrote each 16 bytes of a tile last, whichever block of the cluster asked for it, and which
// element of what was copied they are.
//
//   TMA, a box       byte of the box's rows ──► + base ──► bits exchanged ──► address of a unit
//   cp.async         row and unit of the buffer in global memory that they come from
//   stores, bytes    by which lane, of which copy; whose element it is nobody says
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "viz/hardware_tile/tile_read.h"

namespace warplens::hardware_tile {

enum class WriterKind : std::uint8_t { tensor_box, plain_bytes, async_copy, store };

// One copy by TMA; or all that one instruction of lanes has written of the tile.
struct TileWriter {
  WriterKind kind = WriterKind::store;
  std::uint32_t site = 0;  // of the trace
  // Row of the trace; of several the latest. None: another block's of the cluster.
  std::optional<std::size_t> event{};
  std::uint32_t rank = 0;  // of that block
  trace::BulkCopy copy{};  // by TMA
  // What is compared as one: all boxes of a tensor of two dimensions, whose places are then those
  // in the tensor, less the origin; else a box, or a buffer.
  std::uint32_t tensor = 0;
  TilePlace origin{};

  [[nodiscard]] std::uint32_t swizzle_bytes() const;  // 0: none
};

struct WrittenUnit {
  std::uint64_t address = 0;
  std::size_t writer = 0;
  std::uint32_t lane = 0;
  std::optional<TilePlace> place;  // in the box, or behind the writer's origin
};

struct Written {
  std::vector<TileWriter> writers;  // in the order of the trace
  std::vector<WrittenUnit> units;   // by address

  [[nodiscard]] const WrittenUnit* at(std::uint64_t address) const;
  // Where the writer put a unit of its box.
  [[nodiscard]] std::optional<std::uint64_t> address_of(std::size_t writer, TilePlace place) const;
};

// Of these units, which begin at multiples of 16 bytes, as they are before a read. Copies count
// when they were asked for.
[[nodiscard]] Written written_before(const fragments::MatrixRun& run, const TileReads& reads,
                                     const TileRead& read, std::span<const std::uint64_t> units);

// How the address of a unit of a box, or of a matrix, comes about.
struct AddressStep {
  std::uint64_t count = 0, bytes = 0;  // so many times so many
};
struct AddressSteps {
  std::uint64_t start = 0;
  std::vector<AddressStep> steps;  // what is added
  std::uint64_t linear = 0;        // the sum
  std::uint64_t exchanged = 0;     // that an XOR does to it
  std::uint32_t bits = 0;          // how many bits, from bit 4 on; 0: no swizzle
  std::uint64_t base_offset = 0;   // taken from the address before its bits are read
  std::uint64_t address = 0;
};
[[nodiscard]] AddressSteps steps_of(const trace::BulkCopy& copy, TilePlace place);
[[nodiscard]] AddressSteps steps_of(const machine::MatrixDescriptor& matrix, bool is_mn_major,
                                    TilePlace place);

// The row of the swizzle's pattern at which a tile begins that lies at `address`; 0 without one.
[[nodiscard]] std::uint32_t phase_of(std::uint64_t address, std::uint32_t swizzle_bytes);

}  // namespace warplens::hardware_tile
