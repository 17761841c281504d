// access/atomic: what each kind of atomic finds in a word and leaves there.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] std::vector<Parameter> atomic_parameters();

// Errors: atomicAdd would go beyond the values that `found` has columns for.
Result<Plan> plan_access_atomic(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
