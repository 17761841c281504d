#include "kernels/device/range_profiler.h"

namespace warplens::device::cupti {

RangeProfiler::~RangeProfiler() {
  if (object_ == nullptr) return;
  auto disable = object_only();
  cupti_.calls().cuptiRangeProfilerDisable(&disable);
}

Result<void> RangeProfiler::enable(api::CUcontext context) {
  auto enable = block(&RangeEnable::pRangeProfilerObject);
  enable.ctx = context;
  const CUptiResult status = cupti_.calls().cuptiRangeProfilerEnable(&enable);
  object_ = enable.pRangeProfilerObject;
  return cupti_.check(status, "starting");
}

Result<Bytes> RangeProfiler::room_for(std::vector<const char*>& names) const {
  auto size = block(&RangeGetCounterDataSize::counterDataSize);
  size.pRangeProfilerObject = object_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = 1;
  size.maxNumRangeTreeNodes = 1;
  TRY(cupti_.check(cupti_.calls().cuptiRangeProfilerGetCounterDataSize(&size),
                   "making room for counts"));
  Bytes counts(size.counterDataSize);
  auto initialize = block(&RangeCounterDataInitialize::pCounterData);
  initialize.pRangeProfilerObject = object_;
  initialize.counterDataSize = counts.size();
  initialize.pCounterData = counts.data();
  TRY(cupti_.check(cupti_.calls().cuptiRangeProfilerCounterDataImageInitialize(&initialize),
                   "making room for counts"));
  return counts;
}

Result<void> RangeProfiler::count(const Bytes& configuration, Bytes& counts,
                                  const std::function<Result<void>()>& launch) const {
  auto set = block(&RangeSetConfig::targetNestingLevel);
  set.pRangeProfilerObject = object_;
  set.configSize = configuration.size();
  set.pConfig = configuration.data();
  set.counterDataImageSize = counts.size();
  set.pCounterDataImage = counts.data();
  TRY(cupti_.check(cupti_.calls().cuptiRangeProfilerSetConfig(&set), "configuring counters"));
  auto start = object_only();
  TRY(cupti_.check(cupti_.calls().cuptiRangeProfilerStart(&start), "starting to count"));
  const Result<void> launched = launch();
  auto stop = block(&RangeStop::isAllPassSubmitted);
  stop.pRangeProfilerObject = object_;
  const Result<void> stopped =
      cupti_.check(cupti_.calls().cuptiRangeProfilerStop(&stop), "counting");
  TRY(launched);
  TRY(stopped);
  auto decode = block(&RangeDecodeData::numOfRangeDropped);
  decode.pRangeProfilerObject = object_;
  return cupti_.check(cupti_.calls().cuptiRangeProfilerDecodeData(&decode), "reading counts");
}

RangeObjectOnly RangeProfiler::object_only() const {
  auto result = block(&RangeObjectOnly::pRangeProfilerObject);
  result.pRangeProfilerObject = object_;
  return result;
}

}  // namespace warplens::device::cupti
