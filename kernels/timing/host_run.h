// One run of a scenario: driver calls as they are made, and the device's work placed afterwards.
//
//   HostRun run = HostRun::prepare(gpu, events, streams)
//   run.call({Action::allocate, "cuMemAlloc", bytes}, [&] { return calls.cuMemAlloc_v2(…); })
//   run.queue({Action::kernel, "cuLaunchKernel"}, "add_linear_1d", [&] { … })   + an event behind
//   it run.wait_for_stream() run.finish(clock, map, start) → spans
//
// Streams are numbered: 0 is the default stream, the run's own are from 1.
#pragma once

#include <string>
#include <vector>

#include "kernels/timing/device_clock.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::timing {

// A call before it is made.
struct Call {
  Action action = Action::work;
  std::string name;  // "cuMemAlloc"
  std::uint64_t bytes = 0;
  std::size_t stream = 0;  // that it puts work into
};

class HostRun {
 public:
  // `events`: how many the run will record; `streams`: how many it has besides the default one.
  static Result<HostRun> prepare(const device::Gpu& gpu, std::size_t events, std::size_t streams);

  [[nodiscard]] device::api::CUstream stream(std::size_t number) const;

  // Each returns what the driver says of the call, with its name.
  template <class Function>
  Result<void> call(Call call, Function function) {
    const HostClock::time_point begin = HostClock::now();
    const device::api::CUresult status = function();
    const HostClock::time_point end = HostClock::now();
    return note(std::move(call), status, begin, end);
  }
  // A call that queues work of the device, and an event behind it. `returns_when_done`: the call
  // waits for the device.
  template <class Function>
  Result<void> queue(Call what, std::string on_device, Function function,
                     bool returns_when_done = false) {
    const std::size_t stream = what.stream;
    TRY(begin_work(std::move(what), std::move(on_device), function));
    if (returns_when_done) stream_is_over(stream);
    return end_work(stream);
  }
  // The same of work that several calls queue: the first one, and an event behind the last.
  template <class Function>
  Result<void> begin_work(Call what, std::string on_device, Function function) {
    const std::size_t stream = what.stream;
    TRY(call(std::move(what), function));
    add_device_span(host_.back().action, std::move(on_device), stream);
    return {};
  }
  Result<void> end_work(std::size_t stream) { return record(stream, true); }
  // A call that queues work, before an event of the scenario itself, which places its end.
  template <class Function>
  Result<void> queue_before_event(Call what, std::string on_device, Function function) {
    const std::size_t stream = what.stream;
    TRY(begin_work(std::move(what), std::move(on_device), function));
    return record_of_scenario(stream);
  }
  // The same between two such events.
  template <class Function>
  Result<void> queue_between_events(Call what, std::string on_device, Function function) {
    TRY(record_of_scenario(what.stream));
    return queue_before_event(std::move(what), std::move(on_device), function);
  }
  // What is put into `stream` from now on waits for the scenario's last event.
  Result<void> let_wait(std::size_t stream);
  // Host work of the scenario.
  template <class Function>
  void work(std::string name, std::uint64_t bytes, Function function) {
    const HostClock::time_point begin = HostClock::now();
    function();
    const HostClock::time_point end = HostClock::now();
    (void)note({Action::work, std::move(name), bytes}, device::api::kSuccess, begin, end);
  }
  Result<void> wait_for_stream(std::size_t stream = 0);
  Result<void> wait_for_last_event();
  Result<void> wait_for_device();

  // Seconds between the scenario's two events, once they are reached.
  Result<double> between_events() const;
  [[nodiscard]] HostClock::time_point first_begin() const { return first_; }
  // The spans, times from the first call's begin, which was at `start` on the clock of `map`.
  Result<std::vector<Span>> finish(const DeviceClock& clock, const ClockMap& map,
                                   double start) const;

 private:
  // Work of the device, or an event of the scenario, in the order of the calls.
  struct Queued {
    Span span;                               // without times; one of Action::event is a moment
    std::size_t event = 0;                   // that is reached when it is over
    double over_by = 0;                      // on the host's clock it certainly is; 0: not known
    std::optional<std::size_t> waits_for{};  // of those before it
  };
  HostRun(const device::Gpu& gpu, std::vector<device::Event> events,
          std::vector<device::Owned<device::api::CUstream>> streams)
      : gpu_(&gpu), events_(std::move(events)), streams_(std::move(streams)) {}
  [[nodiscard]] Result<void> use_streams() const;
  Result<void> note(Call call, device::api::CUresult status, HostClock::time_point begin,
                    HostClock::time_point end);
  void add_device_span(Action action, std::string name, std::size_t stream);
  Result<void> record(std::size_t stream, bool is_probe);
  Result<void> record_of_scenario(std::size_t stream);
  void stream_is_over(std::size_t stream);
  void everything_is_over();
  [[nodiscard]] bool must_follow(std::size_t later, std::size_t earlier) const;
  [[nodiscard]] std::vector<double> ends(const std::vector<double>& reached) const;
  [[nodiscard]] std::vector<Span> place(const std::vector<double>& reached) const;

  const device::Gpu* gpu_;
  std::vector<device::Event> events_;
  std::vector<device::Owned<device::api::CUstream>> streams_;
  std::size_t used_ = 0;  // of the events
  HostClock::time_point first_;
  std::vector<Span> host_;  // seconds from first_
  std::vector<Queued> device_;
  std::optional<std::size_t> scenario_event_;          // the last, of device_
  std::vector<std::optional<std::size_t>> waits_for_;  // by stream, of device_: what comes next
};

}  // namespace warplens::timing
