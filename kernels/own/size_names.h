// Names that authors give to the integers that their kernels take.
#pragma once

#include <cstdint>
#include <string_view>

namespace warplens::own {

// n, rows, width, num_items, lda …
[[nodiscard]] bool is_size_name(std::string_view name);
// stride, pitch, ld, lda …: from one row to the next.
[[nodiscard]] bool is_pitch_name(std::string_view name);
// rows, height, batch …: how many, where a block works on one.
[[nodiscard]] bool is_outer_name(std::string_view name);
// The first value of an integer that is no size: radius 2, seed 1.
[[nodiscard]] std::int64_t usual_value(std::string_view name);
// Whether the name says so by itself.
[[nodiscard]] bool has_usual_value(std::string_view name);

}  // namespace warplens::own
