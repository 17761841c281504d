// A 2 × 2 matrix as what it does to the plane: its first column is where (1, 0) goes, its second
// where (0, 1) goes.
//
//   A = | a b |     A (1, 0) = (a, c)     det A = a·d - b·c: the signed area of the square's image
//       | c d |     A (0, 1) = (b, d)
#pragma once

#include <array>

#include "viz/algebra/fraction.h"

namespace warplens::algebra {

struct Vector {
  Fraction x, y;
  friend bool operator==(const Vector&, const Vector&) = default;
};

struct Matrix {
  Fraction a = 1, b = 0, c = 0, d = 1;
  friend bool operator==(const Matrix&, const Matrix&) = default;
  [[nodiscard]] Vector first_column() const { return {a, c}; }
  [[nodiscard]] Vector second_column() const { return {b, d}; }
  [[nodiscard]] std::array<Fraction, 4> entries() const { return {a, b, c, d}; }
};
inline const Matrix kIdentity{};

[[nodiscard]] Vector operator*(const Matrix& matrix, const Vector& vector);
// The right one moves first.
[[nodiscard]] Matrix operator*(const Matrix& later, const Matrix& first);
[[nodiscard]] Vector operator*(const Fraction& times, const Vector& vector);
[[nodiscard]] Vector operator+(const Vector& one, const Vector& other);

[[nodiscard]] Fraction determinant(const Matrix& matrix);
[[nodiscard]] Fraction trace(const Matrix& matrix);
// The inverse; nothing if the determinant is 0.
[[nodiscard]] std::optional<Matrix> inverse(const Matrix& matrix);

// The same in floating point: what is drawn on the way, and powers beyond 64 bits.
struct Point {
  double x = 0, y = 0;
};
struct RealMatrix {
  double a = 1, b = 0, c = 0, d = 1;
};
[[nodiscard]] Point point_of(const Vector& vector);
[[nodiscard]] RealMatrix real(const Matrix& matrix);
[[nodiscard]] Point operator*(const RealMatrix& matrix, const Point& point);
[[nodiscard]] RealMatrix operator*(const RealMatrix& later, const RealMatrix& first);
[[nodiscard]] double determinant(const RealMatrix& matrix);

}  // namespace warplens::algebra
