// Events of the GPU as moments on the host's clock.
//
//   host     ──┬ cuEventRecord ─ cuEventSynchronize ┬──   the event was reached between the two, so
//   device   ──────────────●────────────────────────      each such pair bounds the clocks' offset
//
// A DeviceClock takes many such pairs on an idle stream and keeps what all of them allow. One taken
// before the work and one after it give the offset at either end; between them it is a straight
// line, so that clocks that run apart do no harm.
#pragma once

#include <chrono>
#include <vector>

#include "kernels/device/gpu.h"

namespace warplens::timing {

using HostClock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_between(HostClock::time_point from, HostClock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// The offset (host − device) at one moment of the device, seconds.
struct ClockOffset {
  double at = 0;           // seconds since the reference event
  double offset = 0;       // seconds on the host's clock since the origin, less `at`
  double uncertainty = 0;  // either way
};

// The offsets that all bounds allow: low ≤ offset ≤ high. Bounds that contradict each other, by the
// events' resolution, leave the middle and that resolution.
struct OffsetBound {
  double at = 0, low = 0, high = 0;
};
[[nodiscard]] ClockOffset offset_of(const std::vector<OffsetBound>& bounds);

// A moment of the device on the host's clock, by the offsets before and after it.
struct ClockMap {
  ClockOffset before, after;
  [[nodiscard]] double on_host(double device_seconds) const;
  [[nodiscard]] double uncertainty() const;
};

class DeviceClock {
 public:
  // `origin`: 0 of the host's clock. The stream must be idle.
  static Result<DeviceClock> start(const device::Gpu& gpu, HostClock::time_point origin);

  // The stream must be idle.
  Result<ClockOffset> measure();
  // Seconds from the reference event to `event`, which has been reached.
  Result<double> seconds_at(const device::Event& event) const {
    return event.seconds_since(reference_);
  }

 private:
  DeviceClock(device::Event reference, device::Event probe, HostClock::time_point origin)
      : reference_(std::move(reference)), probe_(std::move(probe)), origin_(origin) {}

  device::Event reference_, probe_;
  HostClock::time_point origin_;
};

}  // namespace warplens::timing
