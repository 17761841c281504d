// Timings as a table, one block a size.
#pragma once

#include <string>

#include "kernels/catalog/family.h"
#include "kernels/timing/timings.h"

namespace warplens::cli {

[[nodiscard]] std::string bench_table(const timing::Timings& timings,
                                      const catalog::Family& family);

// How the results were compared before they were timed: "…every element of every result". A line,
// or nothing of what does not say.
[[nodiscard]] std::string checked_line(const timing::Timings& timings);

}  // namespace warplens::cli
