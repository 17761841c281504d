// One run of a scenario: driver calls as they are made, and the device's work placed afterwards.
//
//   HostRun run(gpu, clock, origin)
//   run.call({Action::allocate, "cuMemAlloc", bytes}, [&] { return calls.cuMemAlloc_v2(…); })
//   run.queue({Action::kernel, "cuLaunchKernel"}, "add_linear_1d", [&] { … })   + an event behind
//   it run.wait("cuStreamSynchronize", …) run.finish(offset before, offset after) → spans
#pragma once

#include <string>

#include "kernels/timing/device_clock.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::timing {

// A call before it is made.
struct Call {
  Action action = Action::work;
  std::string name;  // "cuMemAlloc"
  std::uint64_t bytes = 0;
};

class HostRun {
 public:
  // `events`: how many the run will record.
  static Result<HostRun> prepare(const device::Gpu& gpu, std::size_t events);

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
    TRY(call(std::move(what), function));
    add_device_span(host_.back().action, std::move(on_device), returns_when_done);
    return record(true);
  }
  // The same between two events of the scenario itself, the second of which places its end.
  template <class Function>
  Result<void> queue_between_events(Call what, std::string on_device, Function function) {
    TRY(record_of_scenario());
    TRY(call(std::move(what), function));
    add_device_span(host_.back().action, std::move(on_device), false);
    return record_of_scenario();
  }
  // Host work of the scenario.
  template <class Function>
  void work(std::string name, std::uint64_t bytes, Function function) {
    const HostClock::time_point begin = HostClock::now();
    function();
    const HostClock::time_point end = HostClock::now();
    (void)note({Action::work, std::move(name), bytes}, device::api::kSuccess, begin, end);
  }
  Result<void> wait_for_stream();
  Result<void> wait_for_last_event();

  // Seconds between the scenario's two events, once they are reached.
  Result<double> between_events() const;
  [[nodiscard]] HostClock::time_point first_begin() const { return first_; }
  // The spans, times from the first call's begin, which was at `start` on the clock of `map`.
  Result<std::vector<Span>> finish(const DeviceClock& clock, const ClockMap& map,
                                   double start) const;

 private:
  // Work of the device, or an event of the scenario, in the order of the stream.
  struct Queued {
    Span span;              // without times; one of Action::event is a moment
    std::size_t event = 0;  // that is reached when it is over
    double over_by = 0;     // on the host's clock it certainly is; 0: not known
  };
  HostRun(const device::Gpu& gpu, std::vector<device::Event> events)
      : gpu_(&gpu), events_(std::move(events)) {}
  Result<void> note(Call call, device::api::CUresult status, HostClock::time_point begin,
                    HostClock::time_point end);
  void add_device_span(Action action, std::string name, bool returns_when_done);
  Result<void> record(bool is_probe);
  Result<void> record_of_scenario();
  void everything_is_over();
  [[nodiscard]] std::vector<Span> place(const std::vector<double>& reached) const;

  const device::Gpu* gpu_;
  std::vector<device::Event> events_;
  std::size_t used_ = 0;  // of the events
  HostClock::time_point first_;
  std::vector<Span> host_;  // seconds from first_
  std::vector<Queued> device_;
};

}  // namespace warplens::timing
