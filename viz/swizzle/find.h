// The cheapest map for a tile's accesses: none, every padding up to 128 bytes a line and every
// Swizzle<B,M,S> within the tile are tried by the rules.
//
// Cheapest: fewest wavefronts of writing and reading together, then fewest bytes lost, then the
// smallest B, then the smallest S and the largest M. Only maps that are bijections and leave every
// access one that the hardware takes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "viz/swizzle/accesses.h"
#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

struct Candidate {
  Map map;
  std::uint64_t wavefronts = 0;
  std::uint32_t bytes_lost = 0;
};

struct Found {
  Candidate best;
  std::optional<Candidate> plain;    // where the accesses can be made without a map
  std::optional<Candidate> padding;  // the best of its kind
  std::optional<Candidate> swizzle;
  std::uint64_t ideal = 0;  // wavefronts that the accesses take at least
  std::uint32_t tried = 0;
  Text reason;  // one sentence: why it is the best
};

struct FindOptions {
  std::stop_token stop;
  std::function<void(std::uint32_t done, std::uint32_t all)> progress;  // now and then, this thread
};

// `spec.map` is not looked at. Errors: a tile that a pattern does not fit, no map that works,
// "cancelled".
Result<Found> find(const SwizzleSpec& spec, const FindOptions& options = {});

// What find() tries of a tile; among equals the first is taken.
[[nodiscard]] std::vector<Map> maps_to_try(const Tile& tile);
// The cheapest of `maps` for any accesses to a tile.
Result<Found> find(const Tile& tile, std::span<const Accesses> all, std::span<const Map> maps,
                   const FindOptions& options = {});

}  // namespace warplens::swizzle
