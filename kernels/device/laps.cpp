#include "kernels/device/laps.h"

namespace warplens::device {

Result<void> Laps::begin() {
  if (used_ == laps_.size()) {
    Result<Event> start = gpu_->event();
    if (!start.has_value()) return fail(start.error());
    Result<Event> end = gpu_->event();
    if (!end.has_value()) return fail(end.error());
    laps_.push_back({std::move(*start), std::move(*end)});
  }
  return laps_[used_++].start.record();
}

Result<void> Laps::end() { return laps_[used_ - 1].end.record(); }

Result<double> Laps::seconds() const {
  double total = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    const Result<double> lap = laps_[i].end.seconds_since(laps_[i].start);
    if (!lap.has_value()) return lap;
    total += *lap;
  }
  return total;
}

}  // namespace warplens::device
