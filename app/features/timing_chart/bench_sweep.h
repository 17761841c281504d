// `bench --sweep NAME=VALUES`: one kernel timed over a parameter's values, beside the least time
// that the chip's limits let each of them take (docs/LIMITS.md).
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "app/texts/speech.h"
#include "kernels/timing/bench.h"
#include "viz/analysis/table.h"

namespace warplens::cli {

// "blocks": every value that the variant takes, of a long range its powers of two; "blocks=66,132",
// "blocks=64..1024": these. Errors: no such parameter, one that is a size, a value outside of its
// range.
Result<timing::Sweep> read_sweep(const catalog::Family& family, const catalog::Variant& variant,
                                 std::string_view text);

// Counts each timed kernel on the CPU, and reckons its least time on the GPU that it was timed on;
// nothing where that is of no chip whose rates are known. Errors: as session::count_run().
Result<void> add_least_times(const run::Catalogue& catalogue, const catalog::Family& family,
                             timing::Timings& timings, std::uint64_t memory,
                             const std::stop_token& stop);

// A block a size: a row a value, the shortest time marked; then what it is held against.
[[nodiscard]] std::string sweep_text(const ui::Speech& speech, const timing::Timings& timings,
                                     const catalog::Family& family, const timing::Sweep& sweep);
// The same as rows of plain figures, in seconds.
[[nodiscard]] tables::Table sweep_table(const timing::Timings& timings, const timing::Sweep& sweep);

}  // namespace warplens::cli
