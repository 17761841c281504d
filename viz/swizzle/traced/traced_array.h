// A shared array as a launch used it: everyone who wrote or read it, as a tile's accesses.
//
//   my.cu:29 ─► array_at_line() ─► the array, all its lines ─► accesses_to() a tile
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/swizzle/cost.h"

namespace warplens::swizzle {

// Accesses of one kind from one source line. Lanes' places are in bytes from the array's beginning.
struct TracedLine {
  struct Event {
    std::uint32_t mask = 0;
    LaneElements byte{};
    std::uint64_t times = 1;
  };
  std::string file;
  std::uint32_t line = 0;
  trace::Site site;
  std::vector<Event> events;     // different ones
  std::uint64_t requests = 0;    // all of them
  std::uint64_t wavefronts = 0;  // as the trace's events cost
  std::uint64_t conflicts = 0;   // of them
  bool modelled = true;          // false: no rule is known for what it costs
  [[nodiscard]] bool writes() const;
};

struct TracedArray {
  trace::SharedArray array;
  std::vector<TracedLine> lines;  // by file, line, then as sites stand
  bool all_blocks = true;         // false: of those that were recorded alone
};

struct WantedArray {
  std::uint32_t line = 0;
  std::string name{};  // of the array; empty: the one that has most conflicts in that line
  std::optional<std::uint32_t> block{};  // its events alone
};

// The array that accesses in the line touch. Errors: nothing in that line touches shared memory, or
// not that array; no conflicts there; a copy by TMA fills the array; lanes of one access that are
// in several arrays.
Result<TracedArray> array_at_line(const trace::Trace& trace, const WantedArray& wanted);

// The lines' accesses to the array as a tile. Errors: an access that begins within an element.
Result<std::vector<Accesses>> accesses_to(const TracedArray& array, const Tile& tile);

}  // namespace warplens::swizzle
