// JSON as text and back, compiled once for all rooms: nlohmann's reader and writer are large.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "kernels/base/json_types.h"

namespace warplens {

// Text that is not JSON gives a discarded value (is_discarded()).
[[nodiscard]] Json parse_json(std::string_view text);
[[nodiscard]] SortedJson parse_sorted_json(std::string_view text);
// The offset of the first byte at which `text` stops being JSON.
[[nodiscard]] std::size_t json_error_at(std::string_view text);

// `indent`: spaces a level. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string json_text(const Json& json, int indent);
[[nodiscard]] std::string json_text(const SortedJson& json, int indent);

}  // namespace warplens
