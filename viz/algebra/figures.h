// Figures of a plane or a space that a question may ask for as a number, and the point where a
// vector lands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "viz/algebra/spec.h"

namespace warplens::algebra {

enum class PlaneFigure : std::uint8_t {
  determinant,  // of A
  product_11,   // of B A, its row and column
  product_12,
  product_21,
  product_22,
  larger_eigenvalue,  // of A, where both are real
  kept_lines,         // lines through 0 that A leaves where they are; none is said of every line
  cross_length,       // of p × q
  dot_product,        // of p and q
};
inline constexpr std::array<std::string_view, 9> kPlaneFigureNames{
    "determinant", "product_11",        "product_12", "product_21",
    "product_22",  "larger_eigenvalue", "kept_lines", "cross_length", "dot_product"};

// The figure's value; nothing if it is not a whole number.
[[nodiscard]] std::optional<std::int64_t> figure(const PlaneSpec& spec, PlaneFigure figure);

// A point with whole coordinates as one number, and back; nothing beyond kFarthest from 0.
inline constexpr std::int64_t kFarthest = 50;
struct GridPoint {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};
[[nodiscard]] std::optional<std::int64_t> number_of(const GridPoint& point);
[[nodiscard]] GridPoint grid_point(std::int64_t number);
// The point to which A maps v, if it is a point of the grid.
[[nodiscard]] std::optional<GridPoint> landing(const PlaneSpec& spec);

}  // namespace warplens::algebra
