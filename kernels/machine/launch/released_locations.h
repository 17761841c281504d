// The order that reading a word of global memory tells a block about the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "kernels/machine/launch/grid_clock.h"

namespace warplens::machine {

class ReleasedLocations {
 public:
  [[nodiscard]] bool is_empty() const { return locations_.empty() && others_.is_empty(); }
  // Null: reading there tells nothing.
  [[nodiscard]] const GridClock* find(std::uint64_t location) const;
  // A strong write by a warp that has made `clock` visible, if anything. A write replaces what the
  // location told; an update adds to it, and so does a write behind the same warp's release (PTX
  // ISA, "Release and Acquire Patterns").
  void write(std::uint64_t location, std::uint64_t warp, const GridClock& clock, bool is_update);

 private:
  struct Location {
    GridClock clock;
    std::uint64_t releaser = 0;
  };
  // The most locations that are told apart. Beyond that they count as one: a reader of any of them
  // learns what all of them told, so that no order is missed.
  static constexpr std::size_t kMostLocations = 1 << 14;

  void make_one();

  std::unordered_map<std::uint64_t, Location> locations_;  // those that tell something
  GridClock others_;
};

}  // namespace warplens::machine
