// Host timelines made by hand for tests: of no GPU, and said to be so.
#pragma once

#include <utility>

#include "kernels/timing/host_timeline.h"

namespace warplens::timing {

// Builds a run span by span; times in microseconds.
class FakeRun {
 public:
  FakeRun(Scenario scenario, std::uint64_t bytes) {
    run_.scenario = scenario;
    run_.bytes = bytes;
    run_.uncertainty = 0.5e-6;
    run_.repetitions = 3;
  }
  FakeRun& host(Action action, std::string name, double begin, double end) {
    run_.spans.push_back({Track::host,
                          action,
                          std::move(name),
                          begin * 1e-6,
                          end * 1e-6,
                          has_bytes(action) ? run_.bytes : 0,
                          {},
                          false});
    return *this;
  }
  FakeRun& probe(double begin, double end) {
    host(Action::event, "cuEventRecord", begin, end);
    run_.spans.back().is_probe = true;
    return *this;
  }
  FakeRun& device(Action action, std::string name, std::uint32_t queued_by, double begin,
                  double end) {
    run_.spans.push_back({Track::device, action, std::move(name), begin * 1e-6, end * 1e-6,
                          has_bytes(action) ? run_.bytes : 0, queued_by, false});
    return *this;
  }
  FakeRun& between_events(double microseconds) {
    run_.between_events = microseconds * 1e-6;
    return *this;
  }
  [[nodiscard]] TimelineRun made() const { return run_; }

 private:
  static bool has_bytes(Action action) {
    return action != Action::kernel && action != Action::event && action != Action::wait;
  }
  TimelineRun run_;
};

// Copies take a microsecond a KiB, the kernel a tenth of one.
inline TimelineRun fake_five_steps(std::uint64_t bytes) {
  const double copy = static_cast<double>(bytes) / 1024, kernel = copy / 10 + 3;
  double t = 30;
  FakeRun run(Scenario::five_steps, bytes);
  for (int i = 0; i < 3; ++i) run.host(Action::allocate, "cuMemAlloc", i * 10, i * 10 + 8);
  std::array<double, 5> ends{};
  for (int i = 0; i < 2; ++i) {
    run.host(Action::copy_to_device, "cuMemcpyHtoD", t, t + copy).probe(t + copy, t + copy + 1);
    ends[static_cast<std::size_t>(i)] = t + copy + 0.5;
    t += copy + 1;
  }
  run.host(Action::kernel, "cuLaunchKernel", t, t + 3).probe(t + 3, t + 4);
  const double launched = t;
  t += 4;
  const double back = launched + kernel + copy;
  run.host(Action::copy_to_host, "cuMemcpyDtoH", t, back).probe(back, back + 1);
  for (int i = 0; i < 3; ++i)
    run.host(Action::free, "cuMemFree", back + 1 + i * 5, back + 5 + i * 5);
  run.device(Action::copy_to_device, "Memcpy HtoD", 3, 30, ends[0]);
  run.device(Action::copy_to_device, "Memcpy HtoD", 5, 31 + copy, ends[1]);
  run.device(Action::kernel, "add_linear_1d", 7, launched, launched + kernel);
  run.device(Action::copy_to_host, "Memcpy DtoH", 9, launched + kernel, back);
  return run.made();
}

// Three launches of 3 microseconds each, kernels of `kernel`.
inline TimelineRun fake_asynchronous(std::uint64_t bytes, double kernel = 40) {
  FakeRun run(Scenario::asynchronous, bytes);
  for (int i = 0; i < 3; ++i) {
    run.host(Action::kernel, "cuLaunchKernel", i * 4, i * 4 + 3).probe(i * 4 + 3, i * 4 + 4);
  }
  run.host(Action::work, "a[i] + b[i]", 12, 20);
  run.host(Action::wait, "cuStreamSynchronize", 20, 3 * kernel + 3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    run.device(Action::kernel, "add_linear_1d", 2 * i, i == 0 ? 0 : i * kernel + 2,
               (i + 1) * kernel + 2);
  }
  return run.made();
}

inline TimelineRun fake_events(std::uint64_t bytes) {
  return FakeRun(Scenario::events, bytes)
      .host(Action::event, "cuEventRecord", 0, 2)
      .host(Action::kernel, "cuLaunchKernel", 2, 5)
      .host(Action::event, "cuEventRecord", 5, 6)
      .host(Action::wait, "cuEventSynchronize", 6, 44)
      .device(Action::event, "event", 0, 1, 1)
      .device(Action::kernel, "add_linear_1d", 1, 2, 42)
      .device(Action::event, "event", 2, 42, 42)
      .between_events(41)
      .made();
}

// `at_once`: the calls return before the copies are done.
inline TimelineRun fake_copies(Scenario scenario, std::uint64_t bytes, bool at_once) {
  const double copy = static_cast<double>(bytes) / 1024 / (at_once ? 2 : 1);
  FakeRun run(scenario, bytes);
  double t = 0;
  if (at_once) {
    run.host(Action::pin, "cuMemHostAlloc", 0, 50).host(Action::pin, "cuMemHostAlloc", 50, 100);
    run.host(Action::work, "memcpy", 100, 120);
    t = 120;
  }
  const std::uint32_t first = at_once ? 3 : 0;
  const double begin = t, call = at_once ? 2 : copy;
  run.host(Action::copy_to_device, "cuMemcpyHtoDAsync", t, t + call).probe(t + call, t + call + 1);
  run.host(Action::wait, "cuStreamSynchronize", t + call + 1, t + copy + 3);
  t += copy + 3;
  const double back = t;
  run.host(Action::copy_to_host, "cuMemcpyDtoHAsync", t, t + call).probe(t + call, t + call + 1);
  run.host(Action::wait, "cuStreamSynchronize", t + call + 1, t + copy + 3);
  t += copy + 3;
  if (at_once) {
    run.host(Action::work, "memcpy", t, t + 20);
    run.host(Action::unpin, "cuMemFreeHost", t + 20, t + 40);
    run.host(Action::unpin, "cuMemFreeHost", t + 40, t + 60);
  }
  run.device(Action::copy_to_device, "Memcpy HtoD", first, begin, begin + copy + 1);
  run.device(Action::copy_to_host, "Memcpy DtoH", first + 3, back, back + copy + 1);
  return run.made();
}

// Every scenario at these sizes.
inline HostTimeline fake_host_timeline(const std::vector<std::uint64_t>& sizes) {
  HostTimeline timeline;
  timeline.device = {"Fake GPU", "9.0", "1.0", std::uint64_t{1} << 30, 60'000'000, 132};
  timeline.date = "2001-02-03";
  timeline.command = "a test";
  timeline.kernel = "add/linear_1d";
  timeline.image = std::string(64, '0');
  for (const std::uint64_t bytes : sizes) {
    timeline.runs.push_back(fake_five_steps(bytes));
    timeline.runs.push_back(fake_asynchronous(bytes));
    timeline.runs.push_back(fake_events(bytes));
    timeline.runs.push_back(fake_copies(Scenario::pageable, bytes, false));
    timeline.runs.push_back(fake_copies(Scenario::pinned, bytes, true));
  }
  return timeline;
}

}  // namespace warplens::timing
