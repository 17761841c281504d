// A pattern as the few integer statements with which a lane finds its element: what a kernel
// computes, in PTX and in CUDA.
//
//   unit = warp * 32 + lane        lane and warp (the access's index) are given, each statement
//   knows row = unit / 32                those before it; the last ones are row and col col = unit
//   % 32
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/swizzle/accesses.h"

namespace warplens::swizzle {

struct Statement {
  std::string name, value;  // an expression
};

struct LaneFormula {
  // The condition for lanes to take part, said of `unit` (below `bound`) or `element` (not
  // negative).
  enum class Condition : std::uint8_t { none, unit_below, element_not_negative };
  std::vector<Statement> first;  // up to what the condition is about
  Condition condition = Condition::none;
  std::uint32_t bound = 0;
  std::vector<Statement> then;  // of lanes that take part; row and col at the end
  // The elements of listed lanes, by lane; `first` is then empty.
  std::vector<std::int32_t> listed;
};

// Errors: those of accesses_of().
Result<LaneFormula> lane_formula(const Pattern& pattern, const Tile& tile);

// Matrix `i` of an ldmatrix or stmatrix, as a lane's register has a part of it: row and col of the
// register's first element in device memory, from lane, warp and i. Where transposed the second one
// stands one line further.
Result<std::vector<Statement>> fragment_formula(const Pattern& pattern, const Tile& tile);

// "row * 32 + col", the offset that an element has without a map.
[[nodiscard]] std::string plain_offset_text(const Tile& tile);

}  // namespace warplens::swizzle
