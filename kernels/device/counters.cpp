#include "kernels/device/counters.h"

#include <cstddef>

#include "kernels/device/cupti_api.h"
#include "kernels/device/shared_library.h"

namespace warplens::device {

using namespace cupti;

namespace {

constexpr const char* kInstall =
    "install the CUDA toolkit 12.6 or later, or set CUDA_HOME to where it is";
constexpr const char* kForbidden =
    "this user may not read GPU counters: run as root, or load NVIDIA's kernel module with "
    "NVreg_RestrictProfilingToAdminUsers=0 (https://developer.nvidia.com/ERR_NVGPUCTRPERM)";

Result<void> bind_all(const SharedLibrary& library, Functions& f) {
  Result<void> bound;
  const auto need = [&](const char* name, auto& function) {
    if (bound.has_value()) bound = library.bind(name, function);
  };
  need("cuptiGetResultString", f.cuptiGetResultString);
  need("cuptiProfilerInitialize", f.cuptiProfilerInitialize);
  need("cuptiDeviceGetChipName", f.cuptiDeviceGetChipName);
  need("cuptiProfilerGetCounterAvailability", f.cuptiProfilerGetCounterAvailability);
  need("cuptiProfilerHostInitialize", f.cuptiProfilerHostInitialize);
  need("cuptiProfilerHostDeinitialize", f.cuptiProfilerHostDeinitialize);
  need("cuptiProfilerHostConfigAddMetrics", f.cuptiProfilerHostConfigAddMetrics);
  need("cuptiProfilerHostGetConfigImageSize", f.cuptiProfilerHostGetConfigImageSize);
  need("cuptiProfilerHostGetConfigImage", f.cuptiProfilerHostGetConfigImage);
  need("cuptiProfilerHostEvaluateToGpuValues", f.cuptiProfilerHostEvaluateToGpuValues);
  need("cuptiRangeProfilerEnable", f.cuptiRangeProfilerEnable);
  need("cuptiRangeProfilerDisable", f.cuptiRangeProfilerDisable);
  need("cuptiRangeProfilerStart", f.cuptiRangeProfilerStart);
  need("cuptiRangeProfilerStop", f.cuptiRangeProfilerStop);
  need("cuptiRangeProfilerDecodeData", f.cuptiRangeProfilerDecodeData);
  need("cuptiRangeProfilerGetCounterDataSize", f.cuptiRangeProfilerGetCounterDataSize);
  need("cuptiRangeProfilerCounterDataImageInitialize",
       f.cuptiRangeProfilerCounterDataImageInitialize);
  need("cuptiRangeProfilerSetConfig", f.cuptiRangeProfilerSetConfig);
  need("cuptiRangeProfilerGetCounterDataInfo", f.cuptiRangeProfilerGetCounterDataInfo);
  return bound;
}

// A parameter block that knows its size up to `last`, as CUPTI counts it.
template <class Block, class Last>
Block block(Last Block::*last) {
  Block result;
  const auto* begin = reinterpret_cast<const std::byte*>(&result);
  const auto* end = reinterpret_cast<const std::byte*>(&(result.*last)) + sizeof(Last);
  result.structSize = static_cast<std::size_t>(end - begin);
  return result;
}

using Bytes = std::vector<std::uint8_t>;

}  // namespace

struct Counters::State {
  Gpu gpu;
  SharedLibrary library;
  Functions calls{};
  std::string chip;
  Bytes availability;

  [[nodiscard]] Result<void> check(CUptiResult status, std::string_view what) const {
    if (status == kSuccess) return {};
    if (status == kInsufficientPrivileges || status == kVirtualDeviceInsufficientPrivileges) {
      return fail("{}", kForbidden);
    }
    const char* text = nullptr;
    calls.cuptiGetResultString(status, &text);
    return fail("CUPTI, {}: {}", what, text == nullptr ? fmt::format("error {}", status) : text);
  }
};

namespace {

using Check = std::function<Result<void>(CUptiResult, std::string_view)>;

// What turns names of metrics into a configuration, and counts into values.
class MetricHost {
 public:
  MetricHost(const Functions& calls, Check check) : calls_(calls), check_(std::move(check)) {}
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;
  ~MetricHost() {
    if (object_ == nullptr) return;
    auto close = block(&HostDeinitialize::pHostObject);
    close.pHostObject = object_;
    calls_.cuptiProfilerHostDeinitialize(&close);
  }

  [[nodiscard]] Result<void> open(const std::string& chip, const Bytes& availability) {
    auto open = block(&HostInitialize::pHostObject);
    open.pChipName = chip.c_str();
    open.pCounterAvailabilityImage = availability.data();
    const CUptiResult status = calls_.cuptiProfilerHostInitialize(&open);
    object_ = open.pHostObject;
    return check_(status, fmt::format("opening {}", chip));
  }

  [[nodiscard]] Result<Bytes> configuration(std::vector<const char*>& names) const {
    auto add = block(&HostConfigAddMetrics::numMetrics);
    add.pHostObject = object_;
    add.ppMetricNames = names.data();
    add.numMetrics = names.size();
    Result<void> done = check_(calls_.cuptiProfilerHostConfigAddMetrics(&add),
                               "metrics that this GPU may not have");
    if (!done.has_value()) return fail(done.error());
    auto size = block(&HostGetConfigImageSize::configImageSize);
    size.pHostObject = object_;
    done = check_(calls_.cuptiProfilerHostGetConfigImageSize(&size), "configuring metrics");
    if (!done.has_value()) return fail(done.error());
    Bytes image(size.configImageSize);
    auto get = block(&HostGetConfigImage::pConfigImage);
    get.pHostObject = object_;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    done = check_(calls_.cuptiProfilerHostGetConfigImage(&get), "configuring metrics");
    if (!done.has_value()) return fail(done.error());
    return image;
  }

  [[nodiscard]] Result<std::vector<double>> values(const Bytes& counts,
                                                   std::vector<const char*>& names) const {
    std::vector<double> result(names.size());
    auto evaluate = block(&HostEvaluateToGpuValues::pMetricValues);
    evaluate.pHostObject = object_;
    evaluate.pCounterDataImage = counts.data();
    evaluate.counterDataImageSize = counts.size();
    evaluate.ppMetricNames = names.data();
    evaluate.numMetrics = names.size();
    evaluate.pMetricValues = result.data();
    const Result<void> done =
        check_(calls_.cuptiProfilerHostEvaluateToGpuValues(&evaluate), "reading metrics");
    if (!done.has_value()) return fail(done.error());
    return result;
  }

 private:
  const Functions& calls_;
  Check check_;
  HostObject object_ = nullptr;
};

// What counts on the GPU.
class RangeProfiler {
 public:
  RangeProfiler(const Functions& calls, Check check) : calls_(calls), check_(std::move(check)) {}
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;
  ~RangeProfiler() {
    if (object_ == nullptr) return;
    auto disable = object_only();
    calls_.cuptiRangeProfilerDisable(&disable);
  }

  [[nodiscard]] Result<void> enable(api::CUcontext context) {
    auto enable = block(&RangeEnable::pRangeProfilerObject);
    enable.ctx = context;
    const CUptiResult status = calls_.cuptiRangeProfilerEnable(&enable);
    object_ = enable.pRangeProfilerObject;
    return check_(status, "starting");
  }

  [[nodiscard]] Result<Bytes> room_for(std::vector<const char*>& names) const {
    auto size = block(&RangeGetCounterDataSize::counterDataSize);
    size.pRangeProfilerObject = object_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    Result<void> done =
        check_(calls_.cuptiRangeProfilerGetCounterDataSize(&size), "making room for counts");
    if (!done.has_value()) return fail(done.error());
    Bytes counts(size.counterDataSize);
    auto initialize = block(&RangeCounterDataInitialize::pCounterData);
    initialize.pRangeProfilerObject = object_;
    initialize.counterDataSize = counts.size();
    initialize.pCounterData = counts.data();
    done = check_(calls_.cuptiRangeProfilerCounterDataImageInitialize(&initialize),
                  "making room for counts");
    if (!done.has_value()) return fail(done.error());
    return counts;
  }

  [[nodiscard]] Result<void> count(const Bytes& configuration, Bytes& counts,
                                   const std::function<Result<void>()>& launch) const {
    auto set = block(&RangeSetConfig::targetNestingLevel);
    set.pRangeProfilerObject = object_;
    set.configSize = configuration.size();
    set.pConfig = configuration.data();
    set.counterDataImageSize = counts.size();
    set.pCounterDataImage = counts.data();
    Result<void> done = check_(calls_.cuptiRangeProfilerSetConfig(&set), "configuring counters");
    if (!done.has_value()) return done;
    auto start = object_only();
    done = check_(calls_.cuptiRangeProfilerStart(&start), "starting to count");
    if (!done.has_value()) return done;
    const Result<void> launched = launch();
    auto stop = block(&RangeStop::isAllPassSubmitted);
    stop.pRangeProfilerObject = object_;
    done = check_(calls_.cuptiRangeProfilerStop(&stop), "counting");
    if (!launched.has_value()) return launched;
    if (!done.has_value()) return done;
    auto decode = block(&RangeDecodeData::numOfRangeDropped);
    decode.pRangeProfilerObject = object_;
    return check_(calls_.cuptiRangeProfilerDecodeData(&decode), "reading counts");
  }

 private:
  [[nodiscard]] RangeObjectOnly object_only() const {
    auto result = block(&RangeObjectOnly::pRangeProfilerObject);
    result.pRangeProfilerObject = object_;
    return result;
  }

  const Functions& calls_;
  Check check_;
  RangeObject object_ = nullptr;
};

}  // namespace

Result<Counters> Counters::open(const Gpu& gpu) {
  Result<SharedLibrary> library =
      SharedLibrary::open({"libcupti.so.13", "libcupti.so.12"}, kInstall);
  if (!library.has_value()) return fail(library.error());
  auto state = std::make_shared<State>(State{gpu, std::move(*library), {}, {}, {}});
  Result<void> done = bind_all(state->library, state->calls);
  if (!done.has_value()) return fail(done.error());
  const Functions& calls = state->calls;
  ProfilerInitialize initialize;
  initialize.structSize = sizeof(ProfilerInitialize);
  done = state->check(calls.cuptiProfilerInitialize(&initialize), "starting");
  if (!done.has_value()) return fail(done.error());
  auto chip = block(&GetChipName::pChipName);
  chip.deviceIndex = static_cast<std::size_t>(gpu.description().ordinal);
  done = state->check(calls.cuptiDeviceGetChipName(&chip), "asking for the chip");
  if (!done.has_value()) return fail(done.error());
  state->chip = chip.pChipName;
  auto availability = block(&GetCounterAvailability::pImage);
  availability.ctx = gpu.context();
  done =
      state->check(calls.cuptiProfilerGetCounterAvailability(&availability), "asking for counters");
  if (!done.has_value()) return fail(done.error());
  state->availability.resize(availability.imageSize);
  availability.pImage = state->availability.data();
  done =
      state->check(calls.cuptiProfilerGetCounterAvailability(&availability), "asking for counters");
  if (!done.has_value()) return fail(done.error());
  Counters counters;
  counters.state_ = std::move(state);
  return counters;
}

Result<std::vector<double>> Counters::read(const std::vector<std::string>& metrics,
                                           const std::function<Result<void>()>& launch) const {
  const Check check = [this](CUptiResult status, std::string_view what) {
    return state_->check(status, what);
  };
  std::vector<const char*> names;
  for (const std::string& metric : metrics) names.push_back(metric.c_str());

  MetricHost host(state_->calls, check);
  Result<void> done = host.open(state_->chip, state_->availability);
  if (!done.has_value()) return fail(done.error());
  const Result<Bytes> configuration = host.configuration(names);
  if (!configuration.has_value()) return fail(configuration.error());

  Bytes counts;
  {
    RangeProfiler profiler(state_->calls, check);
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
