// How long the GPU worked on what was queued between pairs of events.
//
//   timer.restart(); timer.begin(); gpu.launch(…); timer.end(); … timer.seconds()
//
// Nothing waits until seconds() is asked for, so that several runs may be queued.
#pragma once

#include <vector>

#include "kernels/device/gpu.h"

namespace warplens::device {

class EventTimer {
 public:
  explicit EventTimer(const Gpu& gpu) : gpu_(&gpu) {}

  void restart() { used_ = 0; }  // the events are kept
  Result<void> begin();
  Result<void> end();
  // Waits. Of all spans since restart().
  Result<double> seconds() const;

 private:
  struct EventPair {
    Event start, end;
  };
  const Gpu* gpu_;
  std::vector<EventPair> pairs_;
  std::size_t used_ = 0;
};

}  // namespace warplens::device
