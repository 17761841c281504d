#include "viz/analysis/limits/roofline.h"

#include <algorithm>

namespace warplens::analysis {

std::optional<double> RooflinePoint::rate() const {
  if (!seconds) return std::nullopt;
  return (has_flop() ? flop : bytes) / *seconds;
}

Roofs roofs_of(const Chip& chip) {
  return {chip.dram_rate.value,
          2 * chip.multiprocessors.value * chip.fp32_lanes.value * chip.clock.value};
}

RooflinePoint roofline_point(std::span<const LaunchDemand> launches,
                             std::optional<double> seconds) {
  RooflinePoint point{0, 0, seconds};
  for (const LaunchDemand& launch : launches) {
    point.flop += static_cast<double>(launch.flop);
    point.bytes += static_cast<double>(launch.fetched_bytes + launch.written_bytes);
  }
  return point;
}

double roof_over(const RooflinePoint& point, const Roofs& roofs) {
  if (!point.has_flop()) return roofs.bytes_a_second;
  if (point.bytes <= 0) return roofs.flop_a_second;
  return std::min(roofs.flop_a_second, point.intensity() * roofs.bytes_a_second);
}

bool is_below_dram(const RooflinePoint& point, const Roofs& roofs) {
  return point.bytes > 0 && point.intensity() < roofs.ridge();
}

std::optional<double> share_of_roof(const RooflinePoint& point, const Roofs& roofs) {
  const std::optional<double> rate = point.rate();
  return rate ? std::optional(*rate / roof_over(point, roofs)) : std::nullopt;
}

const RooflineKernel* Roofline::find(const std::string& name) const {
  const auto at = std::ranges::find_if(
      kernels, [&](const RooflineKernel& kernel) { return kernel.name() == name; });
  return at == kernels.end() ? nullptr : &*at;
}

}  // namespace warplens::analysis
