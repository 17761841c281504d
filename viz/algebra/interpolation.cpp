#include "viz/algebra/interpolation.h"

#include <algorithm>
#include <cmath>

#include "viz/algebra/eigen.h"

namespace warplens::algebra {
namespace {

RealMatrix straight(const RealMatrix& m, double phase) {
  const double rest = 1 - phase;
  return {rest + phase * m.a, phase * m.b, phase * m.c, rest + phase * m.d};
}

RealMatrix turn(double angle) {
  return {std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle)};
}

// M = turn · stretch, the stretch symmetric with eigenvalues above 0 where det M > 0.
RealMatrix turning(const RealMatrix& m, double phase) {
  const double angle = std::atan2(m.c - m.b, m.a + m.d);
  return turn(phase * angle) * straight(turn(-angle) * m, phase);
}

bool goes_straight(const Matrix& m) {
  if (determinant(m).sign() <= 0) return true;
  return eigens(m).kind != EigenCase::complex && trace(m).sign() > 0;
}

}  // namespace

RealMatrix on_the_way(const Matrix& matrix, double phase) {
  const RealMatrix m = real(matrix);
  if (phase >= 1) return m;
  return goes_straight(matrix) ? straight(m, phase) : turning(m, phase);
}

RealMatrix on_the_way(const Matrix& first, const Matrix& later, double phase) {
  const RealMatrix one = on_the_way(first, std::min(2 * phase, 1.0));
  return on_the_way(later, std::max(2 * phase - 1, 0.0)) * one;
}

}  // namespace warplens::algebra
