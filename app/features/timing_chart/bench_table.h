// Timings as a table, one block a size.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/catalog/family.h"
#include "kernels/timing/timings.h"

namespace warplens::cli {

[[nodiscard]] std::string bench_table(const ui::Speech& speech, const timing::Timings& timings,
                                      const catalog::Family& family);

// How the results were compared before they were timed: "…every element of every result". A line,
// or nothing of what does not say.
[[nodiscard]] std::string checked_line(const ui::Speech& speech, const timing::Timings& timings);

// What could not be timed, a line each.
[[nodiscard]] std::string absent_lines(const ui::Speech& speech, const timing::Timings& timings);

}  // namespace warplens::cli
