#include "viz/algebra/space.h"

#include <algorithm>
#include <cmath>

namespace warplens::algebra {

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Fraction dot(const Vector3& a, const Vector3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

double length(const Vector3& v) { return std::sqrt(dot(v, v).value()); }

double parallelogram_area(const Vector3& a, const Vector3& b) {
  const double lengths = length(a) * length(b);
  if (lengths == 0) return 0;
  const double cosine = std::clamp(dot(a, b).value() / lengths, -1.0, 1.0);
  return lengths * std::sin(std::acos(cosine));
}

}  // namespace warplens::algebra
