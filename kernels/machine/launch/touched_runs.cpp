#include "kernels/machine/launch/touched_runs.h"

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
  if (!runs_.empty()) {
    // A loop over elements that lie one behind the other.
    TouchedRun& last = runs_.back();
    const bool goes_on = last.begin + last.width == run.begin && last.width < kWidest;
    if (goes_on && last.step == run.step && last.count == run.count && last.use == run.use) {
      last.width += run.width;
      return;
    }
  }
  runs_.push_back(run);
}

}  // namespace warplens::machine
