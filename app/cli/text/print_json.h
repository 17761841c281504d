// JSON with its fields in the order in which they were set, first the version of its form.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "app/cli/text/print.h"
#include "kernels/base/json.h"

namespace warplens::cli {

// What a command prints as JSON: docs/NAME.schema.json says all of it. `version` is what a reader
// may rely on: it grows when a field goes or changes its meaning, not when one is added.
struct JsonForm {
  std::string_view name;
  int version = 1;
};

namespace json_forms {
inline constexpr JsonForm kAccess{"access"};
inline constexpr JsonForm kBench{"bench"};  // of a file's kernel; others are recordings
inline constexpr JsonForm kCheck{"check"};
inline constexpr JsonForm kDiff{"diff"};
inline constexpr JsonForm kDoctor{"doctor"};
inline constexpr JsonForm kErrors{"errors"};
inline constexpr JsonForm kExplain{"explain"};
inline constexpr JsonForm kFragments{"fragments"};
inline constexpr JsonForm kLadder{"ladder"};
inline constexpr JsonForm kLatency{"latency"};
inline constexpr JsonForm kLimits{"limits"};
inline constexpr JsonForm kList{"list"};
inline constexpr JsonForm kNvccComparison{"nvcc_comparison"};
inline constexpr JsonForm kOccupancyCheck{"occupancy_check"};
inline constexpr JsonForm kPipeline{"pipeline"};
inline constexpr JsonForm kProgram{"program"};  // of a capture of a running program
inline constexpr JsonForm kRegisters{"registers"};
inline constexpr JsonForm kResources{"resources"};
inline constexpr JsonForm kRoofline{"roofline", 2};
inline constexpr JsonForm kSwizzle{"swizzle"};
inline constexpr JsonForm kTile{"tile"};
inline constexpr JsonForm kTrace{"trace"};  // of show, too
}  // namespace json_forms

// The form's first field, to which the others are added.
[[nodiscard]] inline Json versioned(const JsonForm& form) { return {{"version", form.version}}; }

inline void print_json(const JsonForm& form, const Json& fields) {
  Json json = versioned(form);
  json.update(fields);
  print_text("{}\n", json_text(json, 2));
}

}  // namespace warplens::cli
