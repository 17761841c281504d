// Demands counted beforehand, since a matrix product of full size takes the CPU minutes:
// assets/demands.json (docs/LIMITS.md).
//
// A run is found by kernel, all parameters and the PTX image: of other PTX it says nothing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/timings.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {

struct CountedRun {
  std::string family, name;  // "transpose", "tile"
  std::int64_t side = 0;     // as timing::Entry::side
  timing::Parameters parameters;
  std::string image;  // SHA-256 of the PTX
  std::vector<LaunchDemand> launches;
  friend bool operator==(const CountedRun&, const CountedRun&) = default;
};

// Errors: missing, damaged or of another version, in one line.
Result<std::vector<CountedRun>> read_demands(const std::filesystem::path& file);
Result<std::vector<CountedRun>> parse_demands(std::string_view json, std::string_view name);
[[nodiscard]] std::string to_json(const std::vector<CountedRun>& runs);

// nullptr: not counted beforehand.
[[nodiscard]] const CountedRun* find_run(const std::vector<CountedRun>& runs,
                                         std::string_view family, std::string_view name,
                                         const timing::Parameters& parameters,
                                         std::string_view image);

}  // namespace warplens::analysis
