#include "viz/swizzle/lane_formula.h"

#include <utility>

namespace warplens::swizzle {

namespace {

using Kind = Pattern::Kind;
using Condition = LaneFormula::Condition;

std::string times(std::string text, std::uint32_t factor) {
  return factor == 1 ? text : fmt::format("{} * {}", text, factor);
}

std::string divided(std::string_view name, std::uint32_t by) {
  return by == 1 ? std::string(name) : fmt::format("{} / {}", name, by);
}

// The index of the block of 8 lines among the matrices.
std::string block_of_lines(const Matrices& matrices, std::string_view in_block) {
  return matrices.down == 1 ? std::string(in_block)
                            : fmt::format("matrix % {} * 8 + {}", matrices.down, in_block);
}

std::pair<std::string, std::string> line_and_within(const Tile& tile) {
  return tile.order == Order::row ? std::pair{"row", "col"} : std::pair{"col", "row"};
}

Result<LaneFormula> of_units(const Pattern& pattern, const Tile& tile) {
  TRY(const auto units, units_of(pattern, tile));
  LaneFormula formula;
  formula.first = {{"unit", "warp * 32 + lane"}};
  if (units.count() % kWarpSize != 0) {
    formula.condition = Condition::unit_below;
    formula.bound = units.count();
  }
  const bool along = units.goes_along_rows;
  std::string row =
      along ? fmt::format("unit / {}", units.columns) : fmt::format("unit % {}", units.rows);
  std::string column =
      along ? fmt::format("unit % {}", units.columns) : fmt::format("unit / {}", units.rows);
  std::string& within = tile.order == Order::row ? column : row;
  within = times(within, units.elements);
  formula.then = {{"row", row}, {"col", column}};
  return formula;
}

Result<LaneFormula> of_matrices(const Pattern& pattern, const Tile& tile) {
  TRY(const auto matrices, matrices_of(pattern, tile));
  const auto [line, within] = line_and_within(tile);
  LaneFormula formula;
  const std::string asked =
      pattern.matrices == 4 ? "lane" : fmt::format("lane % {}", 8 * pattern.matrices);
  formula.then = {{"matrix", fmt::format("{} + {} / 8", times("warp", pattern.matrices), asked)},
                  {line, block_of_lines(matrices, "lane % 8")},
                  {within, times(divided("matrix", matrices.down), matrices.row_elements)}};
  return formula;
}

Result<LaneFormula> of_lanes(const Pattern& pattern, const Tile& tile) {
  const auto [line, within] = line_and_within(tile);
  LaneFormula formula;
  formula.condition = Condition::element_not_negative;
  formula.then = {{line, fmt::format("element / {}", tile.line_length())},
                  {within, fmt::format("element % {}", tile.line_length())}};
  if (!is_list(pattern)) {
    formula.first = {{"element", pattern.lanes}};
    return formula;
  }
  TRY(const auto listed, listed_lanes(pattern));
  formula.listed.assign(listed.begin(), listed.end());
  return formula;
}

}  // namespace

Result<LaneFormula> lane_formula(const Pattern& pattern, const Tile& tile) {
  if (pattern.kind == Kind::matrix) return of_matrices(pattern, tile);
  return pattern.kind == Kind::lanes ? of_lanes(pattern, tile) : of_units(pattern, tile);
}

Result<std::vector<Statement>> fragment_formula(const Pattern& pattern, const Tile& tile) {
  TRY(const auto matrices, matrices_of(pattern, tile));
  const auto [line, within] = line_and_within(tile);
  const std::string in_matrix_line = pattern.is_transposed ? "lane % 4 * 2" : "lane / 4";
  // A lane's register holds 4 bytes; those of an element wider than that begin with another lane.
  const std::string in_matrix_row =
      pattern.is_transposed ? "lane / 4" : fmt::format("lane % 4 * 4 / {}", tile.element_bytes);
  const std::string first = times(divided("matrix", matrices.down), matrices.row_elements);
  return std::vector<Statement>{{"matrix", times("warp", pattern.matrices) + " + i"},
                                {line, block_of_lines(matrices, in_matrix_line)},
                                {within, fmt::format("{} + {}", first, in_matrix_row)}};
}

std::string plain_offset_text(const Tile& tile) {
  return tile.order == Order::row ? fmt::format("row * {} + col", tile.columns)
                                  : fmt::format("col * {} + row", tile.rows);
}

}  // namespace warplens::swizzle
