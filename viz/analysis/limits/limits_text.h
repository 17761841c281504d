// Texts about limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/text.h"
#include "viz/analysis/limits/limits.h"

namespace warplens::analysis {

[[nodiscard]] std::string_view id_of(Unit unit);  // "dram", as JSON has it
[[nodiscard]] TextView name_of(Unit unit);
// "1.07 GB", "33.6 million wavefronts".
[[nodiscard]] Text amount_phrase(const UnitLimit& limit);
// "487 µs".
[[nodiscard]] std::string time_phrase(double seconds);

// Why it takes as long as it does: the limiting unit, what hides behind it or is next to it, and
// what a longer measured time means. One or two sentences.
[[nodiscard]] Text why(const Limits& limits, std::optional<double> measured_seconds);

}  // namespace warplens::analysis
