#include "viz/analysis/limits/occupancy_curve.h"

#include <algorithm>

#include "kernels/base/dim3.h"

namespace warplens::analysis {
namespace {

// A thread's registers change what a warp takes only in whole units of the warp's.
constexpr std::uint32_t kRegisterStep = 8;

std::uint32_t distance(const CurveStep& step, std::uint32_t value) {
  return value < step.first ? step.first - value : value - step.last;
}

}  // namespace

std::uint32_t value_of(const BlockNeeds& needs, Need need) {
  switch (need) {
    case Need::threads:
      return needs.threads;
    case Need::registers:
      return needs.registers;
    case Need::shared_bytes:
      return needs.shared_bytes;
  }
  return 0;
}

BlockNeeds with(BlockNeeds needs, Need need, std::uint32_t value) {
  if (need == Need::threads) needs.threads = value;
  if (need == Need::registers) needs.registers = value;
  if (need == Need::shared_bytes) needs.shared_bytes = value;
  return needs;
}

std::uint32_t most_of(const Multiprocessor& sm, Need need) {
  if (need == Need::threads) return kMostThreads;
  return need == Need::registers ? kMostRegisters : sm.block_shared_bytes;
}

std::uint32_t step_of(const Multiprocessor& sm, Need need) {
  if (need == Need::threads) return kWarpSize;
  return need == Need::registers ? kRegisterStep : sm.shared_unit;
}

std::vector<CurveStep> occupancy_curve(const Multiprocessor& sm, const BlockNeeds& needs,
                                       Need need) {
  std::vector<CurveStep> curve;
  const std::uint32_t most = most_of(sm, need), step = step_of(sm, need);
  // Values of (first, last] are rounded up to the same; no shared memory is a value of its own.
  std::uint32_t first = need == Need::shared_bytes ? 0 : 1;
  std::uint32_t last = need == Need::shared_bytes ? 0 : std::min(step, most);
  while (first <= most) {
    const std::uint32_t warps = occupancy(sm, with(needs, need, last)).warps;
    if (!curve.empty() && curve.back().warps == warps) {
      curve.back().last = last;
    } else {
      curve.push_back({first, last, warps});
    }
    first = last + 1;
    last = std::min(last + step, std::max(most, first));
  }
  return curve;
}

std::optional<CurveStep> nearest_gain(const std::vector<CurveStep>& curve, std::uint32_t now) {
  const auto here = std::ranges::find_if(
      curve, [&](const CurveStep& step) { return step.first <= now && now <= step.last; });
  if (here == curve.end()) return std::nullopt;
  std::optional<CurveStep> nearest;
  for (const CurveStep& step : curve) {
    if (step.warps <= here->warps) continue;
    if (!nearest || distance(step, now) < distance(*nearest, now)) nearest = step;
  }
  return nearest;
}

}  // namespace warplens::analysis
