// Which line of a changed text is which line of the text before.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warplens::cli {

// For each line of `before`, from 1 at index 1, its line in `after`; 0: it is gone. Lines are equal
// but for blanks around them; of a passage that was rewritten the first line is the first, and so
// on. Texts that are very different in many lines are aligned from their ends alone.
[[nodiscard]] std::vector<std::uint32_t> aligned_lines(std::string_view before,
                                                       std::string_view after);

}  // namespace warplens::cli
