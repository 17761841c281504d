// JSON's types by name alone, for headers: the types themselves (json.h) take long to compile in
// each room that sees them.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace warplens {

// Fields in the order in which they were set.
using Json = nlohmann::ordered_json;
// Fields by name: reading one stays fast in an object of many.
using SortedJson = nlohmann::json;

}  // namespace warplens
