// Directions that a matrix leaves as they are: A v = λ v, from λ² - (a + d) λ + (ad - bc) = 0.
//
// Which case it is follows from whether the equation's discriminant is above, at or below 0, which
// is known exactly. Nonzero vectors on one line through 0 are one direction.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/algebra/matrix.h"

namespace warplens::algebra {

enum class EigenCase : std::uint8_t {
  two_real,           // two directions stay
  double_one,         // a double eigenvalue, one direction stays: a shear
  double_everywhere,  // a double eigenvalue, every direction stays: the plane is scaled
  complex,            // none stays: each direction is turned
};

struct Eigen {
  double value = 0;
  Point direction;  // of length 1
  // Both exact, where the discriminant's root is rational; in whole numbers without a common
  // divisor.
  std::optional<Fraction> exact_value{};
  std::optional<Vector> exact_direction{};
};

struct Eigens {
  EigenCase kind = EigenCase::two_real;
  Fraction discriminant;     // (a + d)² - 4 (ad - bc)
  std::vector<Eigen> found;  // the larger value first; none where every direction stays or none
  double value = 0;          // the double one's
};

[[nodiscard]] Eigens eigens(const Matrix& matrix);

// The angle from v to A v in degrees, from -180 to 180; 0 where A v = λ v with λ > 0. Nothing where
// either is the null vector.
[[nodiscard]] std::optional<double> turned_by(const Matrix& matrix, const Vector& vector);
// The angle between the lines that v and A v span, from 0 to 90: 0 for eigenvectors. An A v of 0 is
// on every line: 0. Nothing for the null vector.
[[nodiscard]] std::optional<double> off_its_line(const Matrix& matrix, const Vector& vector);

// The angle in degrees at which a vector counts as on its line: a hand cannot do better by dragging
// in quarters.
inline constexpr double kOnItsLine = 2;

// A = P D P⁻¹ with eigenvectors as P's columns and their eigenvalues on D's diagonal; nothing where
// they are not rational or do not span the plane.
struct Diagonal {
  Matrix p, d, inverse;
};
[[nodiscard]] std::optional<Diagonal> diagonalized(const Matrix& matrix);

}  // namespace warplens::algebra
