// An index that a person writes in place of a kernel's own, checked as it is typed.
#pragma once

#include <string_view>

#include "kernels/base/expression.h"
#include "kernels/base/own_index.h"

namespace warplens::swizzle {

// Parses an expression of the index's arguments, in their order, then its constants. Errors: no
// expression; one that has no value for some arguments, or one beyond its places; the error says
// for which.
Result<IntExpression> parse_index(const OwnIndex& index, std::string_view text);

}  // namespace warplens::swizzle
