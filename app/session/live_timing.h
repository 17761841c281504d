// Timing kernels on the GPU of this machine as a person asks for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/live_measurement.h"
#include "app/session/recordings.h"
#include "kernels/catalog/family.h"

namespace warplens::session {

struct LiveTimingRequest {
  std::string family;
  std::vector<std::int64_t> sides;
  catalog::Parameters settings;  // besides the size
};

// A piece: device, date, command and what is absent, with the entries since the last one.
using BenchListener = PieceListener<timing::Timings>;
using Bench = Measuring<LiveTimingRequest, timing::Timings>;
class LiveTiming final
    : public LiveMeasurement<LiveTimingRequest, timing::Timings, &timing::Timings::entries> {
 public:
  using LiveMeasurement::LiveMeasurement;
};

}  // namespace warplens::session
