// Where the blocks of a grid work on a matrix: along one dimension they go on in its rows, along
// another to later rows.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/own/value_graph.h"

namespace warplens::own {

// `address` grows with blockIdx of `along` by `unit` bytes times a number that no parameter has
// to do with, and with that of `across` by whole rows, which are `pitch` long.
struct RowStep {
  const ptx::Operand* address = nullptr;
  std::size_t along = 0, across = 0;
  std::uint32_t pitch = 0;  // a parameter
  std::int64_t unit = 1;    // bytes: an element, or a row where `pitch` counts rows
  std::int64_t rows = 1;    // a block
};

// `sizes`: which parameters may be a pitch. `units`: bytes of what each pointer points to; 0: as
// wide as the access. `environment` has a value for each of the sizes.
[[nodiscard]] std::vector<RowStep> row_steps(const ValueGraph& graph,
                                             const Environment& environment,
                                             const std::vector<bool>& sizes,
                                             const std::vector<std::int64_t>& units);

// How much an address grows from block to block along a dimension, in bytes.
[[nodiscard]] std::int64_t bytes_a_block(const ValueGraph& graph, const ptx::Operand& address,
                                         Environment environment, std::size_t dimension);

}  // namespace warplens::own
