// Names as a person meets them: found although misspelt, listed without filling the screen, and
// shortened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/text.h"

namespace warplens {

// Letters to change, insert, remove or exchange with their neighbour until `a` is `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// "tile, tile_padded, tile_xor and 12 more": of many names those nearest to `wanted`, of few all,
// as they are ordered. "none" without names.
[[nodiscard]] Text list_of_names(const std::vector<std::string>& names,
                                 std::string_view wanted = {});

// A demangled name of at most `most` characters: template arguments, innermost first, become "…".
[[nodiscard]] std::string short_name(std::string_view name, std::size_t most = 64);

// The index behind the "::" that no brackets enclose: where "ns::tile<a::b>" has its last part.
[[nodiscard]] std::size_t last_part(std::string_view name);

}  // namespace warplens
