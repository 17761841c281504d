// Texts about occupancy.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/text.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::analysis {

[[nodiscard]] std::string_view id_of(SmLimit limit);  // "shared_memory", as JSON has it
[[nodiscard]] std::optional<SmLimit> sm_limit_named(std::string_view id);
[[nodiscard]] TextView name_of(SmLimit limit);
// "65,536"; of shared memory "32.5 KB".
[[nodiscard]] std::string amount_text(SmLimit limit, std::uint32_t amount);

// "registers"; "warps, blocks" where several leave no room for the same block.
[[nodiscard]] Text limiting_phrase(const Occupancy& occupancy);
// Tells which resource is full first and what one more block would take; if no block fits, why.
[[nodiscard]] Text why(const Multiprocessor& sm, const Occupancy& occupancy);

}  // namespace warplens::analysis
