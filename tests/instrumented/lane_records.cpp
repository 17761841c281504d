#include "tests/instrumented/lane_records.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens {
namespace {

std::string text_of(const std::vector<LaneRecord>& records, std::ptrdiff_t at,
                    const std::vector<trace::Site>& sites) {
  if (at >= static_cast<std::ptrdiff_t>(records.size())) return "nothing";
  const LaneRecord& r = records[static_cast<std::size_t>(at)];
  return fmt::format("{} (site {}, mask {:#x}, {:#x}, {:#x}{})", sites[r.site].ptx, r.site, r.mask,
                     r.address, r.address2, r.taken ? ", taken" : "");
}

}  // namespace

LaneRecords by_lane(const trace::Trace& trace) {
  LaneRecords lanes;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::EventView event = trace.events.view(row);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      lanes[{event.block, event.warp, lane}].push_back({event.site, event.mask, event.address[lane],
                                                        event.address2[lane],
                                                        (event.taken >> lane & 1) != 0});
    }
  }
  return lanes;
}

std::string first_difference(const LaneRecords& expected, const LaneRecords& actual,
                             const std::vector<trace::Site>& sites) {
  if (expected.size() != actual.size()) {
    return fmt::format("{} lanes recorded something, not {}", actual.size(), expected.size());
  }
  for (const auto& [key, records] : expected) {
    const auto found = actual.find(key);
    const auto& [block, warp, lane] = key;
    if (found == actual.end())
      return fmt::format("block {} warp {} lane {} is missing", block, warp, lane);
    const auto at = std::ranges::mismatch(records, found->second).in1 - records.begin();
    const std::size_t most = std::max(records.size(), found->second.size());
    if (at == static_cast<std::ptrdiff_t>(most)) continue;
    return fmt::format("block {} warp {} lane {}, record {}: {} became {}", block, warp, lane, at,
                       text_of(records, at, sites), text_of(found->second, at, sites));
  }
  return {};
}

}  // namespace warplens
