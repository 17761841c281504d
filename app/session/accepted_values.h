// Which values of a parameter a variant takes, given the others: what a control offers.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/catalog/family.h"

namespace warplens::session {

[[nodiscard]] bool in_range(const catalog::Parameter& parameter, std::int64_t value);

// The values for which the variant's plan exists, ascending. Empty for a parameter with more than
// 256 values: those are ranges, where the plan only looks at the ends.
[[nodiscard]] std::vector<std::int64_t> accepted_values(const catalog::Variant& variant,
                                                        const catalog::Parameter& parameter,
                                                        const catalog::Parameters& parameters);

// When the variant rejects the combination, moves the first parameter that alone can mend it to its
// nearest accepted value. Leaves the combination alone when none can.
void repair(const catalog::Family& family, const catalog::Variant& variant,
            catalog::Parameters& parameters);

}  // namespace warplens::session
