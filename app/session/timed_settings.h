// With which parameters a kernel was timed: a size, and settings besides it.
//
//   entry.parameters = defaults + at_side(side) + settings
//
// Settings name every parameter that the size does not decide, and those that it does where they
// were timed with another value (more blocks, say).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/catalog/family.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/demand_file.h"

namespace warplens::session {

using catalog::Parameters;

// All parameters of `variant` at this size. What it does not take of `settings`, by name or value,
// is left at its default.
[[nodiscard]] Parameters timed_parameters(const catalog::Family& family,
                                          const catalog::Variant& variant, std::int64_t side,
                                          const Parameters& settings);

// What `parameters` have besides the size. Of a kernel on the stage, whose grid is a lesson's: only
// what the size does not decide.
[[nodiscard]] Parameters settings_of(const catalog::Family& family, const timing::Entry& entry);
[[nodiscard]] Parameters settings_on_stage(const catalog::Family& family,
                                           const Parameters& parameters);

// With which settings a variant was timed, each once, as recorded.
[[nodiscard]] std::vector<Parameters> recorded_settings(const catalog::Family& family,
                                                        const catalog::Variant& variant,
                                                        const timing::Timings& timings);

// The largest run up to `most` a side that was counted of these instructions with `settings`; null:
// none was.
[[nodiscard]] const analysis::CountedRun* largest_counted(
    std::span<const analysis::CountedRun> runs, const catalog::Family& family,
    const catalog::Variant& variant, std::string_view image, const Parameters& settings,
    std::int64_t most);

// Whether a ceiling or a library did what kernels with these settings do.
[[nodiscard]] bool agrees(const timing::Entry& entry, const Parameters& settings);

}  // namespace warplens::session
