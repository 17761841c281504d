// How each addition is launched. All take a + b to c, f32; `offset_a`, `offset_b` and `offset_c`
// are the elements by which each pointer stands behind the start of its buffer.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

Result<Plan> plan_add_one_thread_blocks(std::string_view kernel, const Parameters& p);
// Blocks of block_y × block_x threads, as many as the matrix needs. Errors: a block of more than
// 1,024 threads.
Result<Plan> plan_add_matrix_2d(std::string_view kernel, const Parameters& p);
// The same with grid_y × grid_x blocks, be they too few or too many.
Result<Plan> plan_add_matrix_2d_own_grid(std::string_view kernel, const Parameters& p);
Result<Plan> plan_add_linear_1d(std::string_view kernel, const Parameters& p);
// A thread for each vector of four.
Result<Plan> plan_add_one_vector(std::string_view kernel, const Parameters& p);
// A thread for every four elements, which it takes a block's width apart.
Result<Plan> plan_add_fastest(std::string_view kernel, const Parameters& p);
// Launches the number of blocks that the parameter asks for; they walk over the elements.
Result<Plan> plan_add_walk(std::string_view kernel, const Parameters& p);
// Groups of blocks, as many as their `rounds` need.
Result<Plan> plan_add_placed(std::string_view kernel, const Parameters& p);
Result<Plan> plan_add_peeled(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
