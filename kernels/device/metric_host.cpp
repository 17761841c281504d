#include "kernels/device/metric_host.h"

namespace warplens::device::cupti {

MetricHost::~MetricHost() {
  if (object_ == nullptr) return;
  auto close = block(&HostDeinitialize::pHostObject);
  close.pHostObject = object_;
  cupti_.calls().cuptiProfilerHostDeinitialize(&close);
}

Result<void> MetricHost::open(const std::string& chip, const Bytes& availability) {
  auto open = block(&HostInitialize::pHostObject);
  open.pChipName = chip.c_str();
  open.pCounterAvailabilityImage = availability.data();
  const CUptiResult status = cupti_.calls().cuptiProfilerHostInitialize(&open);
  object_ = open.pHostObject;
  return cupti_.check(status, fmt::format("opening {}", chip));
}

Result<Bytes> MetricHost::configuration(std::vector<const char*>& names) const {
  auto add = block(&HostConfigAddMetrics::numMetrics);
  add.pHostObject = object_;
  add.ppMetricNames = names.data();
  add.numMetrics = names.size();
  TRY(cupti_.check(cupti_.calls().cuptiProfilerHostConfigAddMetrics(&add),
                   "metrics that this GPU may not have"));
  auto size = block(&HostGetConfigImageSize::configImageSize);
  size.pHostObject = object_;
  TRY(cupti_.check(cupti_.calls().cuptiProfilerHostGetConfigImageSize(&size),
                   "configuring metrics"));
  Bytes image(size.configImageSize);
  auto get = block(&HostGetConfigImage::pConfigImage);
  get.pHostObject = object_;
  get.configImageSize = image.size();
  get.pConfigImage = image.data();
  TRY(cupti_.check(cupti_.calls().cuptiProfilerHostGetConfigImage(&get), "configuring metrics"));
  return image;
}

Result<std::vector<double>> MetricHost::values(const Bytes& counts,
                                               std::vector<const char*>& names) const {
  std::vector<double> result(names.size());
  auto evaluate = block(&HostEvaluateToGpuValues::pMetricValues);
  evaluate.pHostObject = object_;
  evaluate.pCounterDataImage = counts.data();
  evaluate.counterDataImageSize = counts.size();
  evaluate.ppMetricNames = names.data();
  evaluate.numMetrics = names.size();
  evaluate.pMetricValues = result.data();
  TRY(cupti_.check(cupti_.calls().cuptiProfilerHostEvaluateToGpuValues(&evaluate),
                   "reading metrics"));
  return result;
}

}  // namespace warplens::device::cupti
