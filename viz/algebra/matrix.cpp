#include "viz/algebra/matrix.h"

namespace warplens::algebra {

Vector operator*(const Matrix& m, const Vector& v) {
  return {m.a * v.x + m.b * v.y, m.c * v.x + m.d * v.y};
}

Matrix operator*(const Matrix& later, const Matrix& first) {
  const Vector one = later * first.first_column(), two = later * first.second_column();
  return {one.x, two.x, one.y, two.y};
}

Vector operator*(const Fraction& times, const Vector& v) { return {times * v.x, times * v.y}; }

Vector operator+(const Vector& one, const Vector& other) {
  return {one.x + other.x, one.y + other.y};
}

Fraction determinant(const Matrix& m) { return m.a * m.d - m.b * m.c; }

Fraction trace(const Matrix& m) { return m.a + m.d; }

std::optional<Matrix> inverse(const Matrix& m) {
  const Fraction area = determinant(m);
  if (area.sign() == 0) return std::nullopt;
  return Matrix{m.d / area, -m.b / area, -m.c / area, m.a / area};
}

Point point_of(const Vector& v) { return {v.x.value(), v.y.value()}; }

RealMatrix real(const Matrix& m) { return {m.a.value(), m.b.value(), m.c.value(), m.d.value()}; }

Point operator*(const RealMatrix& m, const Point& p) {
  return {m.a * p.x + m.b * p.y, m.c * p.x + m.d * p.y};
}

RealMatrix operator*(const RealMatrix& later, const RealMatrix& first) {
  const Point one = later * Point{first.a, first.c}, two = later * Point{first.b, first.d};
  return {one.x, two.x, one.y, two.y};
}

double determinant(const RealMatrix& m) { return m.a * m.d - m.b * m.c; }

}  // namespace warplens::algebra
