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
  Result<Cupti> cupti = Cupti::open();
  if (!cupti.has_value()) return fail(cupti.error());
  auto state = std::make_shared<State>(State{gpu, std::move(*cupti), {}, {}});
  const Functions& calls = state->cupti.calls();
  ProfilerInitialize initialize;
  initialize.structSize = sizeof(ProfilerInitialize);
  Result<void> done = state->cupti.check(calls.cuptiProfilerInitialize(&initialize), "starting");
  if (!done.has_value()) return fail(done.error());
  auto chip = block(&GetChipName::pChipName);
  chip.deviceIndex = static_cast<std::size_t>(gpu.description().ordinal);
  done = state->cupti.check(calls.cuptiDeviceGetChipName(&chip), "asking for the chip");
  if (!done.has_value()) return fail(done.error());
  state->chip = chip.pChipName;
  auto availability = block(&GetCounterAvailability::pImage);
  availability.ctx = gpu.context();
  done = state->cupti.check(calls.cuptiProfilerGetCounterAvailability(&availability),
                            "asking for counters");
  if (!done.has_value()) return fail(done.error());
  state->availability.resize(availability.imageSize);
  availability.pImage = state->availability.data();
  done = state->cupti.check(calls.cuptiProfilerGetCounterAvailability(&availability),
                            "asking for counters");
  if (!done.has_value()) return fail(done.error());
  Counters counters;
  counters.state_ = std::move(state);
  return counters;
}

Result<std::vector<double>> Counters::read(const std::vector<std::string>& metrics,
                                           const std::function<Result<void>()>& launch) const {
  std::vector<const char*> names;
  for (const std::string& metric : metrics) names.push_back(metric.c_str());

  MetricHost host(state_->cupti);
  Result<void> done = host.open(state_->chip, state_->availability);
  if (!done.has_value()) return fail(done.error());
  const Result<Bytes> configuration = host.configuration(names);
  if (!configuration.has_value()) return fail(configuration.error());

  Bytes counts;
  {
    RangeProfiler profiler(state_->cupti);
    done = profiler.enable(state_->gpu.context());
    if (!done.has_value()) return fail(done.error());
    Result<Bytes> room = profiler.room_for(names);
    if (!room.has_value()) return fail(room.error());
    counts = std::move(*room);
    done = profiler.count(*configuration, counts, [&]() -> Result<void> {
      Result<void> launched = launch();
      if (!launched.has_value()) return launched;
      return state_->gpu.synchronize();
    });
    if (!done.has_value()) return fail(done.error());
  }
  return host.values(counts, names);
}

}  // namespace warplens::device
