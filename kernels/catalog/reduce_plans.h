// How each reduction is launched. All take x (and y for a dot product), n f32 each, to one result.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// Values of `operation`, as in reduce/*.cu.
enum ReduceOperation : std::int64_t { reduce_sum, reduce_maximum, reduce_dot };

// The blocks' values by one launch, and one block for those.
Result<Plan> plan_reduce_twice(std::string_view kernel, const Parameters& p);
// The same for a kernel whose shared values are of float64.
Result<Plan> plan_reduce_double_sum(std::string_view kernel, const Parameters& p);
// The same for a kernel that takes no dynamic shared memory.
Result<Plan> plan_reduce_shuffle(std::string_view kernel, const Parameters& p);
// Likewise, and a thread takes four neighbouring elements at a time.
Result<Plan> plan_reduce_vectors(std::string_view kernel, const Parameters& p);
// The blocks' values by one launch, and the host for those.
Result<Plan> plan_reduce_two_pass(std::string_view kernel, const Parameters& p);
Result<Plan> plan_reduce_atomic(std::string_view kernel, const Parameters& p);
// The kernel sets the result itself.
Result<Plan> plan_reduce_zeroed_inside(std::string_view kernel, const Parameters& p);
Result<Plan> plan_reduce_last_block(std::string_view kernel, const Parameters& p);
// One launch of a kernel that leaves its counter as it found it: 0. The blocks' values meet in the
// last block.
Result<Plan> plan_reduce_one_launch(std::string_view kernel, const Parameters& p);
// Likewise; they meet in one number, which is left as it was found, too.
Result<Plan> plan_reduce_one_total(std::string_view kernel, const Parameters& p);

// Clusters of four blocks: `blocks` is rounded up.
Result<Plan> plan_reduce_cluster(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
