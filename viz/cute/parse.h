// A text as people write CuTe's layouts, and as CuTe prints them, to what it comes to.
//
//   value    = term { "o" term }                  A o B: composition, the right one first
//   term     = tuple ":" tuple                    a layout, (8,(2,4)):(8,(64,1))
//            | tuple | "_" | "<" values ">"       numbers, what tilers are made of
//            | "Sw<3,4,3>" | "Swizzle<3,4,3>" | "smem_ptr" | "smem_ptr[16b](unset)"
//            | name "(" values ")"                an operation (functions.h)
//            | "GMMA::" name "<" type ">"         an atom (atoms.h)
//            | "(" value ")"
//   numbers  = 8, or _8 as known when compiled
#pragma once

#include <string_view>

#include "viz/cute/value.h"

namespace warplens::cute {

inline constexpr std::size_t kLongestText = 1000;

// Errors: `"(8,64" at character 11: …`, what is wrong there.
Result<Value> parse_value(std::string_view text);
// A layout, with or without a swizzle.
Result<ComposedLayout> parse_layout(std::string_view text);

}  // namespace warplens::cute
