// Writer and reader of a tile laid over each other: for each unit that is read, whether the element
// that is there is the one that is taken for it.
//
// Nobody says which row of the tensor the reader's row 0 is. A descriptor tells it by where it
// begins: what would lie there if nothing were swizzled is its first element. Lanes of ldmatrix do
// not; for each of its matrices that offset of rows and units is taken for right by which most
// units agree.
//
// What cannot be compared is not: what lanes stored, plain bytes, what lanes load.
#pragma once

#include <vector>

#include "viz/hardware_tile/tile_write.h"

namespace warplens::hardware_tile {

enum class UnitState : std::uint8_t { unknown, agrees, disagrees };

struct MatchedUnit {
  ReadUnit read{};
  UnitState state = UnitState::unknown;
  std::optional<TilePlace> wanted;       // in the box of the writer of what is there
  std::optional<std::uint64_t> lies_at;  // disagrees: where that was put; nothing: nowhere
};

struct TileMatch {
  std::vector<MatchedUnit> units;  // as units_of() has them
  std::size_t compared = 0, disagreeing = 0;
  std::optional<std::size_t> first_wrong;  // of the units

  // The first unit that is read at an address.
  [[nodiscard]] const MatchedUnit* at(std::uint64_t address) const;
};

[[nodiscard]] TileMatch match(const TileReader& reader, std::vector<ReadUnit> units,
                              const Written& written);

// All of one read.
struct TileMoment {
  TileReader reader;
  TileRead read;
  std::optional<std::uint64_t> descriptor;
  Written written{};  // of the lines below
  TileMatch match{};
  std::vector<std::uint64_t> lines{};  // of 128 bytes that are read, or hold what is looked for

  // Of units elsewhere nothing is known.
  [[nodiscard]] bool has(std::uint64_t address) const;
};
[[nodiscard]] TileMoment tile_moment(const fragments::MatrixRun& run, const TileReads& reads,
                                     const TileRead& read);
// Whether it disagrees, without the rest.
[[nodiscard]] TileMatch match_of(const fragments::MatrixRun& run, const TileReads& reads,
                                 const TileRead& read);

}  // namespace warplens::hardware_tile
