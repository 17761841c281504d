// Counts on the GPU: one range of launches, replayed for as many passes as are needed.
#pragma once

#include <functional>
#include <vector>

#include "kernels/device/cupti.h"

namespace warplens::device::cupti {

class RangeProfiler {
 public:
  explicit RangeProfiler(const Cupti& cupti) : cupti_(cupti) {}
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;
  ~RangeProfiler();

  // Errors: this user may not read counters.
  Result<void> enable(api::CUcontext context);
  // Room for the counts of these metrics in one range.
  Result<Bytes> room_for(std::vector<const char*>& names) const;
  // Counts while `launch` runs. Errors: also what the launch itself says.
  Result<void> count(const Bytes& configuration, Bytes& counts,
                     const std::function<Result<void>()>& launch) const;

 private:
  [[nodiscard]] RangeObjectOnly object_only() const;

  const Cupti& cupti_;
  RangeObject object_ = nullptr;
};

}  // namespace warplens::device::cupti
