// How a matrix is shown as a motion: from the identity, at phase 0, to the matrix, at phase 1.
//
// A motion that keeps the plane's side (det > 0) passes through matrices that keep it, too: in a
// straight line where both eigenvalues are real and above 0, as of a shear; else the turning part
// turns while the stretching part stretches. One that turns the plane over must pass through a
// plane that is squeezed into a line, and goes straight.
#pragma once

#include "viz/algebra/matrix.h"

namespace warplens::algebra {

[[nodiscard]] RealMatrix on_the_way(const Matrix& matrix, double phase);
// First `first` in the first half, then `later` in the second.
[[nodiscard]] RealMatrix on_the_way(const Matrix& first, const Matrix& later, double phase);

}  // namespace warplens::algebra
