// The GPU's own counters for one launch, through CUPTI's range profiler.
//
//   auto counters = Counters::open(gpu);               CUPTI found, counters allowed
//   auto values = counters->read({"l1tex__t_sectors…"}, [&] { return gpu.launch(…); });
//
// CUPTI replays the launch for as many passes as the metrics need, and puts memory back between
// them. Names of metrics: Nsight Compute's (MODEL.md, "Counter names").
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/gpu.h"

namespace warplens::device {

class Counters {
 public:
  // Errors, in one line that says what to do: CUPTI is not installed or too old; this user may not
  // read counters; the chip is not known to it.
  static Result<Counters> open(const Gpu& gpu);

  // One value a metric, summed as its name says. `launch` launches one kernel. Errors: an unknown
  // metric, and what the launch itself says.
  Result<std::vector<double>> read(const std::vector<std::string>& metrics,
                                   const std::function<Result<void>()>& launch) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace warplens::device
