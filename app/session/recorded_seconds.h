// What kernels took, looked up in the recordings that ship.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/session/named_kernel.h"
#include "app/session/recordings.h"

namespace warplens::session {

// The entry of a variant at `side` (as the chart's axis has it) with these settings besides it;
// null where `timings` has none of the PTX that ships, or the variant does not take them.
[[nodiscard]] const timing::Entry* recorded_entry(
    const Recordings& recordings, const timing::Timings& timings, const catalog::Family& family,
    const catalog::Variant& variant, std::int64_t side, const catalog::Parameters& settings);

// The median of each kernel, all from the first recording that has every one of them; nothing where
// none has.
[[nodiscard]] std::optional<std::vector<double>> recorded_seconds(
    const Recordings& recordings, const std::vector<catalog::Family>& families,
    const std::vector<NamedKernel>& kernels, std::int64_t side);

}  // namespace warplens::session
