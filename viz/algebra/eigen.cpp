#include "viz/algebra/eigen.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace warplens::algebra {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

bool is_null(const Vector& v) { return v.x.sign() == 0 && v.y.sign() == 0; }

// The same direction in whole numbers without a common divisor, the first of which that is not 0 is
// above 0.
Vector shortest(const Vector& v) {
  const std::int64_t common = std::lcm(v.x.bottom(), v.y.bottom());
  const std::int64_t x = v.x.top() * (common / v.x.bottom());
  const std::int64_t y = v.y.top() * (common / v.y.bottom());
  const bool is_back = x < 0 || (x == 0 && y < 0);
  const std::int64_t divisor = std::gcd(x, y) * (is_back ? -1 : 1);
  return {x / divisor, y / divisor};
}

// The vector that A - λ maps to 0: perpendicular to a row of it that is not 0. Numbers are of
// either kind.
template <class Number>
struct Direction {
  Number x, y;
};
Direction<double> kept_direction(const RealMatrix& m, double value) {
  const double top = std::hypot(m.b, m.a - value), bottom = std::hypot(m.d - value, m.c);
  return top >= bottom ? Direction<double>{m.b, value - m.a} : Direction<double>{value - m.d, m.c};
}

Point unit(double x, double y) {
  const double length = std::hypot(x, y);
  const double sign = x < 0 || (x == 0 && y < 0) ? -1 : 1;
  return {sign * x / length, sign * y / length};
}

Eigen eigen_of(const Matrix& m, double value) {
  const Direction<double> kept = kept_direction(real(m), value);
  return {value, unit(kept.x, kept.y), std::nullopt, std::nullopt};
}

Eigen eigen_of(const Matrix& m, const Fraction& value) {
  Vector kept{m.b, value - m.a};
  if (is_null(kept)) kept = {value - m.d, m.c};
  const Vector exact = shortest(kept);
  const Point at = point_of(exact);
  return {value.value(), unit(at.x, at.y), value, exact};
}

Fraction half(const Fraction& number) { return number / Fraction(2); }

bool scales(const Matrix& m) { return m.b.sign() == 0 && m.c.sign() == 0 && m.a == m.d; }

std::vector<Eigen> two_of(const Matrix& m, const Fraction& discriminant) {
  if (const auto root = square_root(discriminant)) {
    return {eigen_of(m, half(trace(m) + *root)), eigen_of(m, half(trace(m) - *root))};
  }
  const double root = std::sqrt(discriminant.value()), sum = trace(m).value();
  return {eigen_of(m, (sum + root) / 2), eigen_of(m, (sum - root) / 2)};
}

}  // namespace

Eigens eigens(const Matrix& m) {
  const Fraction sum = trace(m);
  Eigens all;
  all.discriminant = sum * sum - Fraction(4) * determinant(m);
  all.value = sum.value() / 2;
  if (all.discriminant.sign() < 0) {
    all.kind = EigenCase::complex;
  } else if (all.discriminant.sign() > 0) {
    all.found = two_of(m, all.discriminant);
  } else if (scales(m)) {
    all.kind = EigenCase::double_everywhere;
  } else {
    all.kind = EigenCase::double_one;
    all.found = {eigen_of(m, half(sum))};
  }
  return all;
}

std::optional<double> turned_by(const Matrix& m, const Vector& v) {
  const Vector moved = m * v;
  if (is_null(v) || is_null(moved)) return std::nullopt;
  const Point from = point_of(v), to = point_of(moved);
  return std::atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y) * kDegrees;
}

std::optional<double> off_its_line(const Matrix& m, const Vector& v) {
  if (is_null(v)) return std::nullopt;
  const auto turned = turned_by(m, v);
  if (!turned) return 0;
  return std::min(std::abs(*turned), 180 - std::abs(*turned));
}

std::optional<Diagonal> diagonalized(const Matrix& m) {
  const Eigens all = eigens(m);
  if (all.kind == EigenCase::double_everywhere) return Diagonal{kIdentity, m, kIdentity};
  if (all.found.size() < 2 || !all.found[0].exact_direction) return std::nullopt;
  const Vector one = *all.found[0].exact_direction, two = *all.found[1].exact_direction;
  const Matrix p{one.x, two.x, one.y, two.y};
  return Diagonal{p, {*all.found[0].exact_value, 0, 0, *all.found[1].exact_value}, *inverse(p)};
}

}  // namespace warplens::algebra
