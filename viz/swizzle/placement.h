// Every element of a tile at its place: whether the map is a bijection, and what it costs in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viz/swizzle/map.h"
#include "viz/swizzle/tile.h"

namespace warplens::swizzle {

// Two elements that the map puts at one place.
struct Collision {
  MatrixPlace first, second;
  std::uint32_t offset = 0;  // in elements
};

struct Placement {
  // The place of each element, by its plain offset, in elements from the array's beginning.
  std::vector<std::uint32_t> offsets;
  std::uint32_t span =
      0;  // elements of the array: up to the largest offset; with padding whole lines
  std::optional<Collision> collision;  // none: a bijection onto its places, all elements looked at
  std::uint32_t bytes = 0;             // of the array
  std::uint32_t bytes_lost = 0;        // of them, in which no element lies
  // The widest aligned groups of a line, in bytes up to 16, that all stay whole and aligned.
  std::uint32_t vector_bytes = 0;

  [[nodiscard]] bool is_bijection() const { return !collision.has_value(); }
};

// Errors: the map's (map.h), a place before the array, an array beyond kMostBytes.
Result<Placement> place(const Tile& tile, const Map& map);

// The bank of the four-byte word in which the element at `offset` begins: (address / 4) mod 32.
[[nodiscard]] std::uint32_t bank_of(const Tile& tile, std::uint32_t offset);

// A lane's elements from plain offset `first` on, wherever they are put: whether they lie side by
// side and begin at a multiple of their bytes.
enum class GroupState : std::uint8_t { whole, misaligned, torn };
[[nodiscard]] GroupState group_state(const Placement& placement, std::uint32_t first,
                                     std::uint32_t elements);

}  // namespace warplens::swizzle
