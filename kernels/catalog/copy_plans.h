// How copies are launched: buffers, grid, and what is right.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// A thread for each element, or each vector of four, in the order of memory.
Result<Plan> plan_copy_element(std::string_view kernel, const Parameters& p);
Result<Plan> plan_copy_vector(std::string_view kernel, const Parameters& p);
// A block for each tile; blocks whose numbers follow each other stand side by side, or below each
// other.
Result<Plan> plan_copy_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_copy_tiles_down(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
