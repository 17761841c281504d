// Turns names of metrics into a configuration of the counters, and counts into values (host side of
// CUPTI).
#pragma once

#include <string>
#include <vector>

#include "kernels/device/cupti.h"

namespace warplens::device::cupti {

class MetricHost {
 public:
  explicit MetricHost(const Cupti& cupti) : cupti_(cupti) {}
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;
  ~MetricHost();

  // Errors: a chip that this CUPTI does not know.
  Result<void> open(const std::string& chip, const Bytes& availability);
  // Errors: a metric that this GPU does not have.
  Result<Bytes> configuration(std::vector<const char*>& names) const;
  // One value a name.
  Result<std::vector<double>> values(const Bytes& counts, std::vector<const char*>& names) const;

 private:
  const Cupti& cupti_;
  HostObject object_ = nullptr;
};

}  // namespace warplens::device::cupti
