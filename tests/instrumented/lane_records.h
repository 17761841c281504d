// A trace lane by lane.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens {

// What a lane did, one access after another.
struct LaneRecord {
  std::uint32_t site = 0, mask = 0;
  std::uint64_t address = 0, address2 = 0;
  bool taken = false;  // a branch
  auto operator<=>(const LaneRecord&) const = default;
};
using LaneKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // block, warp, lane
using LaneRecords = std::map<LaneKey, std::vector<LaneRecord>>;

[[nodiscard]] LaneRecords by_lane(const trace::Trace& trace);

// The first difference in one line; empty when there is none.
[[nodiscard]] std::string first_difference(const LaneRecords& expected, const LaneRecords& actual,
                                           const std::vector<trace::Site>& sites);

}  // namespace warplens
