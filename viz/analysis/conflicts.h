// Where the bank conflicts are among a trace's recorded events.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "viz/analysis/access_cost.h"

namespace warplens::analysis {

// Rows of Trace::events whose cost has conflicts, ascending. `costs` as event_costs() gives them.
[[nodiscard]] std::vector<std::size_t> conflict_events(std::span<const AccessCost> costs);

// The nearest row with a conflict after or before `row`, in ascending `conflicts`; none: no
// further.
[[nodiscard]] std::optional<std::size_t> next_conflict(std::span<const std::size_t> conflicts,
                                                       std::size_t row);
[[nodiscard]] std::optional<std::size_t> previous_conflict(std::span<const std::size_t> conflicts,
                                                           std::size_t row);

}  // namespace warplens::analysis
