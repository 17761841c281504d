// How each prefix sum is launched. All take `in` and give `out`, n i32 each: out[i] is the sum of
// in[0] to in[i].
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// Blocks scan an element a thread and leave their totals; the totals are scanned likewise, however
// many levels that takes; then what stands before a block is added to its elements. Shared memory
// holds a word for each thread.
Result<Plan> plan_scan_levels(std::string_view kernel, const Parameters& p);
// The same with a word of padding behind every 32.
Result<Plan> plan_scan_padded(std::string_view kernel, const Parameters& p);
// The same for a kernel that takes no dynamic shared memory.
Result<Plan> plan_scan_static(std::string_view kernel, const Parameters& p);
// Likewise, and a thread takes four neighbouring elements.
Result<Plan> plan_scan_vectors(std::string_view kernel, const Parameters& p);
// One pass: blocks wait for each other, by a sum and a flag a tile.
Result<Plan> plan_scan_chained(std::string_view kernel, const Parameters& p);
// One pass by a word of 8 bytes a tile; a thread takes four elements, or sixteen.
Result<Plan> plan_scan_look_back(std::string_view kernel, const Parameters& p);
Result<Plan> plan_scan_look_back_wide(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
