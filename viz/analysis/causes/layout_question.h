// A costly access to shared memory as a question to the swizzle workshop, with the layout that was
// found for it as the answer (viz/swizzle/spec.h has the text's form).
#pragma once

#include <cstdint>
#include <string>

#include "viz/analysis/causes/shared_layouts.h"

namespace warplens::analysis {

// "element=4 tile=32x32 order=row write=rows read=lanes(0,32,…) map=padding 1": a tile whose rows
// are the array's, read or written as the access does. Empty where there is no better layout, or
// the workshop has no such tile.
[[nodiscard]] std::string layout_question(const BetterLayouts& layouts);

}  // namespace warplens::analysis
