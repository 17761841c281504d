// Inverses of layouts behind a swizzle. A swizzle is its own inverse, and stands before the inverse
// of the layout then: CuTe writes it behind that again (swizzle_layout.hpp, composition of a layout
// and a swizzle), as Sw<3,0,-6> o 0 o (64,8):(8,1), where the layout moves the swizzle's bits to
// bits side by side. Where it does not, or the swizzle reaches beyond the layout, these refuse.
#pragma once

#include "viz/cute/composed_layout.h"

namespace warplens::cute {

// Where the swizzle is on bytes, indices of elements are inverted. Errors: those of the layout's
// own inverse; an offset; what is said above.
Result<ComposedLayout> right_inverse(const ComposedLayout& composed);
Result<ComposedLayout> left_inverse(const ComposedLayout& composed);

}  // namespace warplens::cute
