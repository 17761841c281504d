// JSON with its fields in the order in which they were set.
#pragma once

#include <fmt/format.h>

#include "app/cli/text/print.h"
#include "kernels/base/json.h"

namespace warplens::cli {

inline void print_json(const Json& json) { print_text("{}\n", json_text(json, 2)); }

}  // namespace warplens::cli
