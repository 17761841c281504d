#include "kernels/timing/host_run.h"

#include <algorithm>

namespace warplens::timing {

Result<HostRun> HostRun::prepare(const device::Gpu& gpu, std::size_t events) {
  std::vector<device::Event> made;
  for (std::size_t i = 0; i < events; ++i) {
    TRY(device::Event event, gpu.event());
    made.push_back(std::move(event));
  }
  gpu.make_current();
  HostRun run(gpu, std::move(made));
  run.host_.reserve(2 * events);
  run.device_.reserve(events);
  return run;
}

Result<void> HostRun::note(Call call, device::api::CUresult status, HostClock::time_point begin,
                           HostClock::time_point end) {
  if (host_.empty()) first_ = begin;
  Span span;
  span.track = Track::host;
  span.action = call.action;
  span.name = std::move(call.name);
  span.bytes = call.bytes;
  span.begin = seconds_between(first_, begin);
  span.end = seconds_between(first_, end);
  host_.push_back(std::move(span));
  return gpu_->driver().check(status, host_.back().name);
}

void HostRun::add_device_span(Action action, std::string name, bool returns_when_done) {
  Queued queued;
  queued.span.track = Track::device;
  queued.span.action = action;
  queued.span.name = std::move(name);
  queued.span.bytes = action == Action::event ? 0 : host_.back().bytes;
  queued.span.queued_by = static_cast<std::uint32_t>(host_.size() - 1);
  queued.event = used_;
  device_.push_back(std::move(queued));
  if (returns_when_done) everything_is_over();
}

Result<void> HostRun::record(bool is_probe) {
  const device::api::CUevent event = events_.at(used_++).handle();
  Result<void> done = call({Action::event, "cuEventRecord"},
                           [&] { return gpu_->driver().calls().cuEventRecord(event, nullptr); });
  host_.back().is_probe = is_probe;
  return done;
}

Result<void> HostRun::record_of_scenario() {
  Result<void> done = record(false);
  add_device_span(Action::event, "event", false);
  device_.back().event = used_ - 1;
  return done;
}

Result<void> HostRun::wait_for_stream() {
  Result<void> done = call({Action::wait, "cuStreamSynchronize"},
                           [&] { return gpu_->driver().calls().cuStreamSynchronize(nullptr); });
  everything_is_over();
  return done;
}

Result<void> HostRun::wait_for_last_event() {
  const device::api::CUevent event = events_.at(used_ - 1).handle();
  Result<void> done = call({Action::wait, "cuEventSynchronize"},
                           [&] { return gpu_->driver().calls().cuEventSynchronize(event); });
  everything_is_over();
  return done;
}

void HostRun::everything_is_over() {
  for (Queued& queued : device_) {
    if (queued.over_by == 0) queued.over_by = host_.back().end;
  }
}

Result<double> HostRun::between_events() const {
  return events_.at(used_ - 1).seconds_since(events_.at(used_ - 2));
}

std::vector<Span> HostRun::place(const std::vector<double>& reached) const {
  std::vector<Span> spans = host_;
  double last = 0;
  for (std::size_t i = 0; i < device_.size(); ++i) {
    Span span = device_[i].span;
    span.begin = std::max(last, host_[*span.queued_by].begin);
    double end = reached[i];
    if (device_[i].over_by > 0) end = std::min(end, device_[i].over_by);
    span.end = std::max(end, span.begin);
    if (span.action == Action::event) span.begin = span.end;
    last = span.end;
    spans.push_back(std::move(span));
  }
  return spans;
}

Result<std::vector<Span>> HostRun::finish(const DeviceClock& clock, const ClockMap& map,
                                          double start) const {
  std::vector<double> reached;
  for (const Queued& queued : device_) {
    TRY(const double at, clock.seconds_at(events_[queued.event]));
    reached.push_back(map.on_host(at) - start);
  }
  return place(reached);
}

}  // namespace warplens::timing
