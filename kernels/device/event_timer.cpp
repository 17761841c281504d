#include "kernels/device/event_timer.h"

namespace warplens::device {

Result<void> EventTimer::begin() {
  if (used_ == pairs_.size()) {
    TRY(Event start, gpu_->event());
    TRY(Event end, gpu_->event());
    pairs_.push_back({std::move(start), std::move(end)});
  }
  return pairs_[used_++].start.record();
}

Result<void> EventTimer::end() { return pairs_[used_ - 1].end.record(); }

Result<double> EventTimer::seconds() const {
  double total = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    TRY(const double span, pairs_[i].end.seconds_since(pairs_[i].start));
    total += span;
  }
  return total;
}

}  // namespace warplens::device
