#include "viz/analysis/limits/roofline.h"

#include <algorithm>

namespace warplens::analysis {
namespace {

constexpr double kBytesOfWavefront = 128;

double bytes_of(const LaunchDemand& launch, RooflineMemory memory) {
  if (memory == RooflineMemory::shared) return static_cast<double>(launch.shared_bytes);
  return static_cast<double>(launch.fetched_bytes + launch.written_bytes);
}

}  // namespace

std::optional<double> RooflinePoint::rate() const {
  if (!seconds) return std::nullopt;
  return (has_flop() ? flop : bytes) / *seconds;
}

Roofs roofs_of(const Chip& chip, RooflineMemory memory) {
  const double cycles = chip.multiprocessors.value * chip.clock.value;
  const double flop = 2 * cycles * chip.fp32_lanes.value;
  if (memory == RooflineMemory::dram) {
    return {chip.dram_rate.value, flop, memory, chip.dram_rate.is_measured};
  }
  return {kBytesOfWavefront * cycles, flop, memory,
          chip.multiprocessors.is_measured && chip.clock.is_measured};
}

RooflinePoint roofline_point(std::span<const LaunchDemand> launches, std::optional<double> seconds,
                             RooflineMemory memory) {
  RooflinePoint point{0, 0, seconds};
  for (const LaunchDemand& launch : launches) {
    point.flop += static_cast<double>(launch.flop);
    point.bytes += bytes_of(launch, memory);
  }
  return point;
}

double roof_over(const RooflinePoint& point, const Roofs& roofs) {
  if (!point.has_flop()) return roofs.bytes_a_second;
  if (point.bytes <= 0) return roofs.flop_a_second;
  return std::min(roofs.flop_a_second, point.intensity() * roofs.bytes_a_second);
}

bool is_below_memory(const RooflinePoint& point, const Roofs& roofs) {
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
