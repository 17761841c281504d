// Host timelines made by hand for tests: of no GPU, and said to be so.
#pragma once

#include <algorithm>
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
                          has_bytes(action) ? run_.bytes / run_.parts : 0,
                          {},
                          false,
                          0});
    return *this;
  }
  FakeRun& probe(double begin, double end) {
    host(Action::event, "cuEventRecord", begin, end);
    run_.spans.back().is_probe = true;
    return *this;
  }
  FakeRun& device(Action action, std::string name, std::uint32_t queued_by, double begin,
                  double end, std::uint32_t stream = 0) {
    run_.spans.push_back({Track::device, action, std::move(name), begin * 1e-6, end * 1e-6,
                          has_bytes(action) ? run_.bytes / run_.parts : 0, queued_by, false,
                          stream});
    return *this;
  }
  FakeRun& parts(std::uint32_t count) {
    run_.parts = count;
    return *this;
  }
  FakeRun& wrong(std::uint64_t elements) {
    run_.wrong = elements;
    return *this;
  }
  FakeRun& between_events(double microseconds) {
    run_.between_events = microseconds * 1e-6;
    return *this;
  }
  [[nodiscard]] TimelineRun made() const { return run_; }

 private:
  static bool has_bytes(Action action) {
    return action != Action::kernel && action != Action::event && action != Action::wait &&
           action != Action::order && action != Action::graph;
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

// Chunks, each call of which takes 2 microseconds and has a probe behind it. A copy takes a
// microsecond for 16 KiB, a kernel a tenth of one and 2 more; `overlaps` as four streams do, else
// one after the other.
inline TimelineRun fake_chunks(Scenario scenario, std::uint64_t bytes, std::uint32_t parts,
                               bool overlaps) {
  struct Work {
    Action action;
    double begin, end;
  };
  const double copy = static_cast<double>(bytes) / parts / 1024 / 16, kernel = copy / 10 + 2;
  const bool holds = scenario == Scenario::pageable_streams;
  FakeRun run(scenario, bytes);
  run.parts(parts);
  std::vector<Work> work;
  std::array<double, 3> free_from{};  // of each kind of work
  double t = 0, all_over = 0;
  const auto add = [&](std::size_t kind, Action action, const char* call, double takes,
                       double ready) {
    const double begin = std::max({ready, free_from[kind], overlaps ? 0.0 : all_over, t});
    const double end = begin + takes;
    work.push_back({action, begin, end});
    free_from[kind] = end;
    all_over = std::max(all_over, end);
    const double returns = holds && kind != 1 ? end : t + 2;
    run.host(action, call, t, returns).probe(returns, returns + 1);
    t = returns + 1;
    return end;
  };
  for (std::uint32_t i = 0; i < parts; ++i) {
    const double there = add(0, Action::copy_to_device, "cuMemcpyHtoDAsync", copy, 0);
    const double added = add(1, Action::kernel, "cuLaunchKernel", kernel, there);
    add(2, Action::copy_to_host, "cuMemcpyDtoHAsync", copy, added);
  }
  run.host(Action::wait, "cuCtxSynchronize", t, std::max(all_over, t) + 2);
  constexpr std::array kNames{"Memcpy HtoD", "add_linear_1d", "Memcpy DtoH"};
  for (std::uint32_t i = 0; i < work.size(); ++i) {
    const auto [action, begin, end] = work[i];
    const bool is_default = scenario == Scenario::default_stream && i % 3 == 2;
    const std::uint32_t stream =
        is_default ? 0 : (scenario == Scenario::one_stream ? 1 : 1 + i / 3 % 4);
    run.device(action, kNames[i % 3], 2 * i, begin, end, stream);
  }
  return run.made();
}

// A copy and a kernel in another stream, which begins behind it where there is a wait.
inline TimelineRun fake_two_streams(Scenario scenario, std::uint64_t bytes) {
  const bool waits = scenario == Scenario::event_wait;
  const double copy = static_cast<double>(bytes) / 1024 / 16 + 20, kernel = copy / 10 + 2;
  FakeRun run(scenario, bytes);
  run.host(Action::copy_to_device, "cuMemcpyHtoDAsync", 0, 3);
  run.host(Action::event, "cuEventRecord", 3, 4);
  if (waits) run.host(Action::order, "cuStreamWaitEvent", 4, 5);
  run.host(Action::kernel, "cuLaunchKernel", 5, 8).probe(8, 9);
  const double begin = waits ? copy : 6.0;
  run.host(Action::wait, "cuCtxSynchronize", 9, std::max(copy, begin + kernel) + 2);
  run.device(Action::copy_to_device, "Memcpy HtoD", 0, 0, copy, 1);
  run.device(Action::event, "event", 1, copy, copy, 1);
  run.device(Action::kernel, "add_linear_1d", waits ? 3 : 2, begin, begin + kernel, 2);
  if (!waits) run.wrong(bytes / 8);
  return run.made();
}

// Launches of 2 microseconds; a graph's of 4.
inline TimelineRun fake_launches(std::uint64_t bytes, std::uint32_t parts) {
  FakeRun run(Scenario::launches, bytes);
  run.parts(parts);
  for (std::uint32_t i = 0; i < parts; ++i)
    run.host(Action::kernel, "cuLaunchKernel", 2 * i, 2 * i + 2);
  const double t = 2.0 * parts, over = t + 5;
  run.probe(t, t + 1).host(Action::wait, "cuStreamSynchronize", t + 1, over + 2);
  run.device(Action::kernel, fmt::format("{} × add_linear_1d", parts), 0, 0, over, 1);
  return run.made();
}
inline TimelineRun fake_graph(std::uint64_t bytes, std::uint32_t parts) {
  FakeRun run(Scenario::graph, bytes);
  run.parts(parts).host(Action::graph, "cuStreamBeginCapture", 0, 2);
  double t = 2;
  for (std::uint32_t i = 0; i < parts; ++i, t += 1)
    run.host(Action::kernel, "cuLaunchKernel", t, t + 1);
  run.host(Action::graph, "cuStreamEndCapture", t, t + 2);
  run.host(Action::graph, "cuGraphInstantiate", t + 2, t + 20);
  t += 20;
  std::array<double, 2> begins{};
  const double kernels = 2.0 * parts + 4;
  for (double& begin : begins) {
    begin = t;
    run.host(Action::kernel, "cuGraphLaunch", t, t + 4).probe(t + 4, t + 5);
    run.host(Action::wait, "cuStreamSynchronize", t + 5, t + kernels + 4);
    t += kernels + 4;
  }
  for (std::uint32_t i = 0; i < 2; ++i) {
    run.device(Action::kernel, fmt::format("{} × add_linear_1d", parts), parts + 3 + 3 * i,
               begins[i], begins[i] + kernels, 1);
  }
  return run.made();
}

inline constexpr std::array<std::uint32_t, 5> kFakeParts{1, 2, 4, 8, 16};

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
    for (const std::uint32_t parts : kFakeParts) {
      timeline.runs.push_back(fake_chunks(Scenario::one_stream, bytes, parts, false));
      timeline.runs.push_back(fake_chunks(Scenario::streams, bytes, parts, true));
      timeline.runs.push_back(fake_chunks(Scenario::pageable_streams, bytes, parts, false));
      timeline.runs.push_back(fake_chunks(Scenario::default_stream, bytes, parts, false));
      timeline.runs.push_back(fake_launches(bytes, parts));
      timeline.runs.push_back(fake_graph(bytes, parts));
    }
    timeline.runs.push_back(fake_two_streams(Scenario::event_wait, bytes));
    timeline.runs.push_back(fake_two_streams(Scenario::missing_wait, bytes));
  }
  return timeline;
}

}  // namespace warplens::timing
