// Timings as a table, one block a size.
#pragma once

#include <string>

#include "kernels/catalog/family.h"
#include "kernels/timing/timings.h"

namespace warplens::cli {

[[nodiscard]] std::string bench_table(const timing::Timings& timings,
                                      const catalog::Family& family);

}  // namespace warplens::cli
