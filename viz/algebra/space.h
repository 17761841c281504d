// Vectors of space, and the cross product: at right angles to both factors, as long as the
// parallelogram between them is large, where the right hand's thumb points when its fingers curl
// from the first to the second.
#pragma once

#include "viz/algebra/fraction.h"

namespace warplens::algebra {

struct Vector3 {
  Fraction x, y, z;
  friend bool operator==(const Vector3&, const Vector3&) = default;
};

[[nodiscard]] Vector3 cross(const Vector3& one, const Vector3& other);
[[nodiscard]] Fraction dot(const Vector3& one, const Vector3& other);
[[nodiscard]] double length(const Vector3& vector);
// The area between both from lengths and angle, |a| |b| sin: not by way of the cross product.
[[nodiscard]] double parallelogram_area(const Vector3& one, const Vector3& other);

}  // namespace warplens::algebra
