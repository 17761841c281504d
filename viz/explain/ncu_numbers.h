// Numbers, units and text as Nsight Compute prints them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warplens::explain {

// "1,234", "1 234.5", "12 (75.00%)", "0x1f" is none. Nothing: no number, or none that is finite.
[[nodiscard]] std::optional<double> number_in(std::string_view cell);

// What a value in this unit is to be multiplied by: "Kbyte" 1000, "Kinst" 1000, "Ghz" 1e9; 1 of
// what is in base units or has no unit.
[[nodiscard]] double scale_of(std::string_view unit);

// Without white space at either end.
[[nodiscard]] std::string trimmed_cell(std::string_view cell);

// From the first line that is one of a table: behind what ncu and the program printed before.
[[nodiscard]] std::string_view first_table(std::string_view text);

}  // namespace warplens::explain
