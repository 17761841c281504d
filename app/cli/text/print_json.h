// JSON with its fields in the order in which they were set.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/text/print.h"

namespace warplens::cli {

using Json = nlohmann::ordered_json;

// Text from files may be anything; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] inline std::string to_text(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

inline void print_json(const Json& json) { print_text("{}\n", to_text(json)); }

}  // namespace warplens::cli
