// Measuring a host timeline on the GPU of this machine as a person asks for it.
#pragma once

#include <cstdint>
#include <memory>

#include "app/session/live_measurement.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::run {
class Catalogue;
}
namespace warplens::session {
class SharedGpu;
}

namespace warplens::host_timeline {

// With arrays of so many bytes, in every scenario.
using HostTimelineListener = session::PieceListener<timing::HostTimeline>;
using MeasureHostTimeline = session::Measuring<std::uint64_t, timing::HostTimeline>;
class LiveHostTimeline final : public session::LiveMeasurement<std::uint64_t, timing::HostTimeline,
                                                               &timing::HostTimeline::runs> {
 public:
  using LiveMeasurement::LiveMeasurement;
};

// On this machine's GPU. Errors: no driver or no GPU, in one line that says what to do.
// Both outlive what measures.
Result<MeasureHostTimeline> open_gpu_host_timeline(const run::Catalogue& catalogue,
                                                   std::shared_ptr<session::SharedGpu> gpu);

}  // namespace warplens::host_timeline
