#include "kernels/timing/host_run.h"

#include <algorithm>

namespace warplens::timing {
namespace {

bool is_copy(const Span& span) {
  return span.action == Action::copy_to_device || span.action == Action::copy_to_host;
}

}  // namespace

Result<HostRun> HostRun::prepare(const device::Gpu& gpu, std::size_t events, std::size_t streams) {
  std::vector<device::Event> made;
  for (std::size_t i = 0; i < events; ++i) {
    TRY(device::Event event, gpu.event());
    made.push_back(std::move(event));
  }
  std::vector<device::Owned<device::api::CUstream>> own;
  for (std::size_t i = 0; i < streams; ++i) {
    TRY(auto stream, gpu.stream());
    own.push_back(std::move(stream));
  }
  gpu.make_current();
  HostRun run(gpu, std::move(made), std::move(own));
  run.host_.reserve(2 * events + 2 * streams);
  run.device_.reserve(events);
  run.waits_for_.resize(streams + 1);
  TRY(run.use_streams());
  return run;
}

// Once, so that what comes with a stream's first use is over.
Result<void> HostRun::use_streams() const {
  const device::api::Functions& calls = gpu_->driver().calls();
  for (const auto& stream : streams_) {
    TRY(gpu_->driver().check(calls.cuEventRecord(events_.front().handle(), stream.get()),
                             "cuEventRecord"));
    TRY(gpu_->driver().check(calls.cuStreamSynchronize(stream.get()), "cuStreamSynchronize"));
  }
  return {};
}

device::api::CUstream HostRun::stream(std::size_t number) const {
  return number == 0 ? nullptr : streams_.at(number - 1).get();
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

void HostRun::add_device_span(Action action, std::string name, std::size_t stream) {
  Queued queued;
  queued.span.track = Track::device;
  queued.span.action = action;
  queued.span.name = std::move(name);
  queued.span.bytes = action == Action::event ? 0 : host_.back().bytes;
  queued.span.queued_by = static_cast<std::uint32_t>(host_.size() - 1);
  queued.span.stream = static_cast<std::uint32_t>(stream);
  queued.event = used_;
  queued.waits_for = std::exchange(waits_for_.at(stream), std::nullopt);
  device_.push_back(std::move(queued));
}

Result<void> HostRun::record(std::size_t stream, bool is_probe) {
  const device::api::CUevent event = events_.at(used_++).handle();
  Result<void> done = call({Action::event, "cuEventRecord"}, [&] {
    return gpu_->driver().calls().cuEventRecord(event, this->stream(stream));
  });
  host_.back().is_probe = is_probe;
  return done;
}

Result<void> HostRun::record_of_scenario(std::size_t stream) {
  Result<void> done = record(stream, false);
  add_device_span(Action::event, "event", stream);
  device_.back().event = used_ - 1;
  scenario_event_ = device_.size() - 1;
  return done;
}

Result<void> HostRun::let_wait(std::size_t stream) {
  const device::api::CUevent event = events_.at(device_.at(scenario_event_.value()).event).handle();
  waits_for_.at(stream) = scenario_event_;
  return call({Action::order, "cuStreamWaitEvent"}, [&] {
    return gpu_->driver().calls().cuStreamWaitEvent(this->stream(stream), event,
                                                    device::api::kEventWaitDefault);
  });
}

Result<void> HostRun::wait_for_stream(std::size_t stream) {
  Result<void> done = call({Action::wait, "cuStreamSynchronize"}, [&] {
    return gpu_->driver().calls().cuStreamSynchronize(this->stream(stream));
  });
  stream_is_over(stream);
  return done;
}

Result<void> HostRun::wait_for_last_event() {
  const device::api::CUevent event = events_.at(used_ - 1).handle();
  Result<void> done = call({Action::wait, "cuEventSynchronize"},
                           [&] { return gpu_->driver().calls().cuEventSynchronize(event); });
  everything_is_over();
  return done;
}

Result<void> HostRun::wait_for_device() {
  Result<void> done = call({Action::wait, "cuCtxSynchronize"},
                           [&] { return gpu_->driver().calls().cuCtxSynchronize(); });
  everything_is_over();
  return done;
}

void HostRun::stream_is_over(std::size_t stream) {
  for (Queued& queued : device_) {
    if (queued.over_by == 0 && queued.span.stream == stream) queued.over_by = host_.back().end;
  }
}

void HostRun::everything_is_over() {
  for (Queued& queued : device_) {
    if (queued.over_by == 0) queued.over_by = host_.back().end;
  }
}

Result<double> HostRun::between_events() const {
  return events_.at(used_ - 1).seconds_since(events_.at(used_ - 2));
}

// Of one stream; with the default stream, for which the others wait; as an event has it.
bool HostRun::must_follow(std::size_t later, std::size_t earlier) const {
  const Span& of = device_[later].span;
  const Span& before = device_[earlier].span;
  return later > earlier && (of.stream == before.stream || of.stream == 0 || before.stream == 0 ||
                             device_[later].waits_for == earlier);
}

// When each is over.
std::vector<double> HostRun::ends(const std::vector<double>& reached) const {
  std::vector<double> ends = reached;
  for (std::size_t i = 0; i < device_.size(); ++i) {
    if (device_[i].over_by > 0) ends[i] = std::min(ends[i], device_[i].over_by);
  }
  return ends;
}

// Copies in one direction take turns, whatever the order of their calls: a copy follows the one
// that was over before it.
std::vector<Span> HostRun::place(const std::vector<double>& reached) const {
  const std::vector<double> over = ends(reached);
  std::vector<Span> spans = host_;
  for (std::size_t i = 0; i < device_.size(); ++i) {
    Span span = device_[i].span;
    span.begin = host_[*span.queued_by].begin;
    for (std::size_t other = 0; other < device_.size(); ++other) {
      const bool took_its_turn =
          is_copy(span) && span.action == device_[other].span.action && over[other] < over[i];
      if (must_follow(i, other) || took_its_turn) span.begin = std::max(span.begin, over[other]);
    }
    span.end = std::max(over[i], span.begin);
    if (span.action == Action::event) span.begin = span.end;
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
