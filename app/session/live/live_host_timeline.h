// Measuring a host timeline on the GPU of this machine as a person asks for it.
#pragma once

#include <cstdint>
#include <memory>

#include "app/session/live/live_measurement.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::run {
class Catalogue;
}

namespace warplens::session {

class SharedGpu;

using HostTimelinePtr = std::shared_ptr<const timing::HostTimeline>;

// With arrays of so many bytes, in every scenario.
using HostTimelineListener = PieceListener<timing::HostTimeline>;
using MeasureHostTimeline = Measuring<std::uint64_t, timing::HostTimeline>;
class LiveHostTimeline final
    : public LiveMeasurement<std::uint64_t, timing::HostTimeline, &timing::HostTimeline::runs> {
 public:
  using LiveMeasurement::LiveMeasurement;
};

// On this machine's GPU. Errors: no driver or no GPU, in one line that says what to do.
Result<MeasureHostTimeline> open_gpu_host_timeline(std::shared_ptr<const run::Catalogue> catalogue,
                                                   std::shared_ptr<SharedGpu> gpu);

}  // namespace warplens::session
