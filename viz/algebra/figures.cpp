#include "viz/algebra/figures.h"

#include <cmath>
#include <cstdlib>

#include "viz/algebra/eigen.h"

namespace warplens::algebra {
namespace {

constexpr std::int64_t kAcross = 2 * kFarthest + 1;

std::optional<std::int64_t> whole(const Fraction& number) {
  return number.bottom() == 1 ? std::optional(number.top()) : std::nullopt;
}

std::optional<std::int64_t> larger_eigenvalue(const Matrix& matrix) {
  const Eigens all = eigens(matrix);
  if (all.found.empty() || !all.found.front().exact_value) return std::nullopt;
  return whole(*all.found.front().exact_value);
}

std::optional<std::int64_t> kept_lines(const Matrix& matrix) {
  const Eigens all = eigens(matrix);
  if (all.kind == EigenCase::double_everywhere) return std::nullopt;
  return static_cast<std::int64_t>(all.found.size());
}

std::optional<std::int64_t> cross_length(const PlaneSpec& spec) {
  const Vector3 product = cross(spec.p, spec.q);
  const auto length = square_root(dot(product, product));
  return length ? whole(*length) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> figure(const PlaneSpec& spec, PlaneFigure figure) {
  switch (figure) {
    case PlaneFigure::determinant:
      return whole(determinant(spec.a));
    case PlaneFigure::product_11:
      return whole((spec.b * spec.a).a);
    case PlaneFigure::product_12:
      return whole((spec.b * spec.a).b);
    case PlaneFigure::product_21:
      return whole((spec.b * spec.a).c);
    case PlaneFigure::product_22:
      return whole((spec.b * spec.a).d);
    case PlaneFigure::larger_eigenvalue:
      return larger_eigenvalue(spec.a);
    case PlaneFigure::kept_lines:
      return kept_lines(spec.a);
    case PlaneFigure::cross_length:
      return cross_length(spec);
    case PlaneFigure::dot_product:
      return whole(dot(spec.p, spec.q));
  }
  return std::nullopt;
}

std::optional<std::int64_t> number_of(const GridPoint& point) {
  if (std::abs(point.x) > kFarthest || std::abs(point.y) > kFarthest) return std::nullopt;
  return (point.y + kFarthest) * kAcross + point.x + kFarthest;
}

GridPoint grid_point(std::int64_t number) {
  return {number % kAcross - kFarthest, number / kAcross - kFarthest};
}

std::optional<GridPoint> landing(const PlaneSpec& spec) {
  const Vector moved = spec.a * spec.v;
  const auto x = whole(moved.x), y = whole(moved.y);
  if (!x || !y || !number_of({*x, *y})) return std::nullopt;
  return GridPoint{*x, *y};
}

}  // namespace warplens::algebra
