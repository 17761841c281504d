// Measuring a host timeline on the GPU of this machine as a person asks for it.
#pragma once

#include <cstdint>
#include <memory>

#include "app/session/live/live_measurement.h"
#include "app/session/live/shared_gpu.h"
#include "kernels/run/run.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::session {

using HostTimelinePtr = std::shared_ptr<const timing::HostTimeline>;

// With arrays of so many bytes, in every scenario.
using HostTimelineListener = PieceListener<timing::HostTimeline>;
using MeasureHostTimeline = Measuring<std::uint64_t, timing::HostTimeline>;
using LiveHostTimeline =
    LiveMeasurement<std::uint64_t, timing::HostTimeline, &timing::HostTimeline::runs>;

// On this machine's GPU. Errors: no driver or no GPU, in one line that says what to do.
Result<MeasureHostTimeline> open_gpu_host_timeline(std::shared_ptr<const run::Catalogue> catalogue,
                                                   std::shared_ptr<SharedGpu> gpu);

}  // namespace warplens::session
