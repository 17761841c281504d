// A JSON schema as a test holds a value to it: of the keywords those that the project's schemas
// use.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/json.h"

namespace warplens::cli_test {

// What of `value` is not as `schema` says, a line each, with its place. A field that the schema
// does not name is told, too, and so is a keyword that is not known here: nothing goes unlooked at.
[[nodiscard]] std::vector<std::string> schema_faults(const SortedJson& schema,
                                                     const SortedJson& value);

}  // namespace warplens::cli_test
