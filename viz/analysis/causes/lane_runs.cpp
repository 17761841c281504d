#include "viz/analysis/causes/lane_runs.h"

#include <algorithm>
#include <map>

namespace warplens::analysis {
namespace {

constexpr std::size_t kLeastLanes = 4;

std::vector<std::uint64_t> active_addresses(std::uint32_t mask, const LaneAddresses& addresses) {
  std::vector<std::uint64_t> active;
  for_each_lane(mask, [&](std::uint32_t lane) { active.push_back(addresses[lane]); });
  return active;
}

std::int64_t difference(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::int64_t>(to - from);
}

}  // namespace

std::optional<std::int64_t> lane_stride(std::uint32_t mask, const LaneAddresses& addresses) {
  const std::vector<std::uint64_t> active = active_addresses(mask, addresses);
  if (active.size() < kLeastLanes) return std::nullopt;
  std::map<std::int64_t, std::size_t> counts;
  for (std::size_t i = 1; i < active.size(); ++i) ++counts[difference(active[i - 1], active[i])];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (4 * most->second < 3 * (active.size() - 1)) return std::nullopt;
  return most->first;
}

std::vector<Run> contiguous_runs(std::uint32_t mask, const LaneAddresses& addresses,
                                 std::uint32_t width) {
  std::vector<Run> runs;
  for (const std::uint64_t address : active_addresses(mask, addresses)) {
    if (runs.empty() || runs.back().first + runs.back().bytes != address)
      runs.push_back({address, 0});
    runs.back().bytes += width;
  }
  return runs;
}

std::optional<std::int64_t> run_stride(const std::vector<Run>& runs) {
  if (runs.size() < 2) return std::nullopt;
  const std::int64_t stride = difference(runs[0].first, runs[1].first);
  for (std::size_t i = 2; i < runs.size(); ++i) {
    if (difference(runs[i - 1].first, runs[i].first) != stride) return std::nullopt;
  }
  return stride;
}

}  // namespace warplens::analysis
