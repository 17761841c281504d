#include "kernels/machine/launch/touched_runs.h"

#include <algorithm>
#include <span>

namespace warplens::machine {
namespace {

bool has_one_step(const LaneAddresses& addresses, std::uint64_t step) {
  std::uint64_t differences = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    differences |= addresses[lane] ^ (addresses[0] + lane * step);
  }
  return differences == 0;
}

TouchedRun run_of(std::uint64_t begin, std::uint64_t step, std::uint32_t width, GlobalUse use) {
  if (step == width) return {begin, 0, 1, width * kWarpSize, use};
  return {begin, step, kWarpSize, width, use};
}

// An element of a loop lies behind that of the round before.
bool goes_on(const TouchedRun& before, const TouchedRun& run) {
  constexpr std::uint32_t kWidest = 1 << 20;
  return before.begin + before.width == run.begin && before.width < kWidest &&
         before.step == run.step && before.count == run.count && before.use == run.use;
}

}  // namespace

bool TouchedRuns::add(const LaneAddresses& addresses, std::uint32_t width, GlobalUse use) {
  const std::uint64_t step = addresses[1] - addresses[0];
  if (!has_one_step(addresses, step)) return false;
  add(run_of(addresses[0], step, width, use));
  return true;
}

bool TouchedRuns::add(const PlacedLanes& lanes, std::uint32_t width, GlobalUse use) {
  const auto step = lanes.shape->step();
  if (!step.has_value()) return false;
  add(run_of(lanes.base, static_cast<std::uint64_t>(std::int64_t{*step}), width, use));
  return true;
}

void TouchedRuns::add(const TouchedRun& run) {
  const std::size_t streams = std::min(runs_.size(), kStreams);
  for (TouchedRun& before : std::span(runs_).last(streams)) {
    if (!goes_on(before, run)) continue;
    before.width += run.width;
    return;
  }
  runs_.push_back(run);
}

}  // namespace warplens::machine
