#include "kernels/timing/device_clock.h"

#include <algorithm>
#include <cmath>

namespace warplens::timing {
namespace {

// "a resolution of approximately 0.5 microseconds": CUDA Driver API, cuEventElapsedTime.
constexpr double kResolution = 0.5e-6;
constexpr int kPairs = 32;

}  // namespace

ClockOffset offset_of(const std::vector<OffsetBound>& bounds) {
  ClockOffset result;
  double low = bounds.front().low, high = bounds.front().high;
  for (const OffsetBound& bound : bounds) {
    low = std::max(low, bound.low);
    high = std::min(high, bound.high);
    result.at += bound.at / static_cast<double>(bounds.size());
  }
  result.offset = (low + high) / 2;
  result.uncertainty = std::abs(high - low) / 2 + kResolution / 2;
  return result;
}

double ClockMap::on_host(double device_seconds) const {
  const double span = after.at - before.at;
  const double part = span > 0 ? (device_seconds - before.at) / span : 0;
  return device_seconds + before.offset + part * (after.offset - before.offset);
}

double ClockMap::uncertainty() const { return std::max(before.uncertainty, after.uncertainty); }

Result<DeviceClock> DeviceClock::start(const device::Gpu& gpu, HostClock::time_point origin) {
  TRY(device::Event reference, gpu.event());
  TRY(device::Event probe, gpu.event());
  DeviceClock clock(std::move(reference), std::move(probe), origin);
  TRY(clock.reference_.record());
  return clock;
}

Result<ClockOffset> DeviceClock::measure() {
  std::vector<OffsetBound> bounds;
  for (int i = 0; i < kPairs; ++i) {
    const HostClock::time_point before = HostClock::now();
    TRY(probe_.record());
    TRY(probe_.wait());
    const HostClock::time_point after = HostClock::now();
    TRY(const double at, seconds_at(probe_));
    bounds.push_back(
        {at, seconds_between(origin_, before) - at, seconds_between(origin_, after) - at});
  }
  return offset_of(bounds);
}

}  // namespace warplens::timing
