// A pattern's accesses: for each warp instruction, the element with which each lane begins.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/swizzle/pattern.h"

namespace warplens::swizzle {

using LaneElements = std::array<std::uint32_t, kWarpSize>;

struct WarpAccess {
  std::uint32_t mask = 0;   // of `lanes` it may be 0: that warp asks for nothing
  LaneElements element{};   // plain offset of a lane's first element; of active lanes
  std::uint64_t times = 1;  // that it is made
};

struct Accesses {
  trace::Site site;  // kind, width and traits: what its cost depends on
  // Elements that a lane's address stands for, side by side; of an ldmatrix: a matrix's row.
  std::uint32_t lane_elements = 1;
  std::vector<WarpAccess> warps;
};

// Errors: a tile that the pattern does not fit (a line that is no whole number of a lane's bytes,
// lines that are no whole number of matrices), an element beyond the tile.
Result<Accesses> accesses_of(const Pattern& pattern, const Tile& tile, Direction direction);

// Units of `lane_elements` elements along rows and down columns, as rows, columns and groups take
// them.
struct Units {
  std::uint32_t elements = 1;  // of a unit
  std::uint32_t rows = 0, columns = 0;
  bool goes_along_rows = true;
  [[nodiscard]] std::uint32_t count() const { return rows * columns; }
};
Result<Units> units_of(const Pattern& pattern, const Tile& tile);

// Matrices of 8 lines × 16 bytes.
struct Matrices {
  std::uint32_t down = 0;          // in the tile's lines
  std::uint32_t row_elements = 0;  // of 16 bytes
  std::uint32_t count = 0;
};
Result<Matrices> matrices_of(const Pattern& pattern, const Tile& tile);

// The 32 lanes' elements; negative: an inactive lane. "0,32,..." goes on in equal steps.
Result<std::array<std::int32_t, kWarpSize>> listed_lanes(const Pattern& pattern);
inline constexpr std::array<std::string_view, 4> kLaneNames = {"lane", "warp", "rows", "cols"};
// How many warps' accesses `lanes` is; its lanes' elements side by side.
Result<std::uint32_t> warps_of_lanes(const Pattern& pattern, const Tile& tile);

}  // namespace warplens::swizzle
