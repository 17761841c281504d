#include "kernels/device/counters.h"

#include "kernels/device/metric_host.h"
#include "kernels/device/range_profiler.h"

namespace warplens::device {

using namespace cupti;

struct Counters::State {
  Gpu gpu;
  Cupti cupti;
  std::string chip;
  Bytes availability;
};

Result<Counters> Counters::open(const Gpu& gpu) {
  TRY(Cupti cupti, Cupti::open());
  auto state = std::make_shared<State>(State{gpu, std::move(cupti), {}, {}});
  const Functions& calls = state->cupti.calls();
  ProfilerInitialize initialize;
  initialize.structSize = sizeof(ProfilerInitialize);
  TRY(state->cupti.check(calls.cuptiProfilerInitialize(&initialize), "starting"));
  auto chip = block(&GetChipName::pChipName);
  chip.deviceIndex = static_cast<std::size_t>(gpu.description().ordinal);
  TRY(state->cupti.check(calls.cuptiDeviceGetChipName(&chip), "asking for the chip"));
  state->chip = chip.pChipName;
  auto availability = block(&GetCounterAvailability::pImage);
  availability.ctx = gpu.context();
  TRY(state->cupti.check(calls.cuptiProfilerGetCounterAvailability(&availability),
                         "asking for counters"));
  state->availability.resize(availability.imageSize);
  availability.pImage = state->availability.data();
  TRY(state->cupti.check(calls.cuptiProfilerGetCounterAvailability(&availability),
                         "asking for counters"));
  Counters counters;
  counters.state_ = std::move(state);
  return counters;
}

Result<std::vector<double>> Counters::read(const std::vector<std::string>& metrics,
                                           const std::function<Result<void>()>& launch) const {
  std::vector<const char*> names;
  for (const std::string& metric : metrics) names.push_back(metric.c_str());

  MetricHost host(state_->cupti);
  TRY(host.open(state_->chip, state_->availability));
  TRY(const Bytes configuration, host.configuration(names));

  Bytes counts;
  {
    RangeProfiler profiler(state_->cupti);
    TRY(profiler.enable(state_->gpu.context()));
    TRY(Bytes room, profiler.room_for(names));
    counts = std::move(room);
    const Result<void> done = profiler.count(configuration, counts, [&]() -> Result<void> {
      TRY(launch());
      return state_->gpu.synchronize();
    });
    TRY(done);
  }
  return host.values(counts, names);
}

}  // namespace warplens::device
