// How a buffer is filled, in words: zero, 5, iota, iota%16, random:1, random:1:0..9.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::own {

// Nothing if `text` is no fill at all, perhaps a file's name. Errors: a fill that is not complete.
Result<std::optional<catalog::Fill>> parse_fill(std::string_view text);
[[nodiscard]] std::string fill_text(const catalog::Fill& fill);

}  // namespace warplens::own
