// On the simulated driver (tests/simulated_cuda): which calls a scenario makes, in which order, and
// where the device's work is placed. Its launches return once the kernel is done.
#include "kernels/timing/measure_timeline.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>

#include "kernels/timing/device_clock.h"
#include "kernels/timing/timeline_figures.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::timing {
namespace {

using simulated::Failing;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kRuns = 7 + 6 * 5;  // of a size: scenarios, six of them with usual parts

class Timelines : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Gpu::open(device::Driver::open().value()).value());
    request_.bytes = {4096};
    request_.repetitions = 3;
    request_.command = "a test";
  }
  Result<HostTimeline> measure() {
    return measure_timeline(catalogue_, *gpu_, request_, observer_, stop_.get_token());
  }
  TimelineRun run_of(Scenario scenario, std::uint32_t parts = 4) {
    request_.scenarios = {scenario};
    request_.parts = {parts};
    const auto timeline = measure();
    EXPECT_TRUE(timeline.has_value()) << timeline.error().message.in(Language::en);
    if (!timeline.has_value() || timeline->runs.empty()) return {};
    return timeline->runs.front();
  }
  // In order, without the probes.
  static std::vector<std::string> names(const TimelineRun& run, Track track) {
    std::vector<std::string> names;
    for (const Span& span : run.spans) {
      if (span.track == track && !span.is_probe) names.push_back(span.name);
    }
    return names;
  }

  const run::Catalogue catalogue_ = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  std::optional<device::Gpu> gpu_;
  TimelineRequest request_;
  TimelineObserver observer_;
  std::stop_source stop_;
};

TEST_F(Timelines, FiveStepsAreAllocateCopyLaunchCopyBackFree) {
  const TimelineRun run = run_of(Scenario::five_steps);
  EXPECT_THAT(names(run, Track::host),
              ElementsAre("cuMemAlloc", "cuMemAlloc", "cuMemAlloc", "cuMemcpyHtoD", "cuMemcpyHtoD",
                          "cuLaunchKernel", "cuMemcpyDtoH", "cuMemFree", "cuMemFree", "cuMemFree"));
  EXPECT_THAT(names(run, Track::device),
              ElementsAre("Memcpy HtoD", "Memcpy HtoD", "add_linear_1d", "Memcpy DtoH"));
  for (const Action step : kFiveSteps) EXPECT_GT(step_seconds(run, step), 0) << name_of(step);
  EXPECT_EQ(run.repetitions, 3u);
}

TEST_F(Timelines, OtherScenariosMakeTheirCalls) {
  EXPECT_THAT(names(run_of(Scenario::asynchronous), Track::host),
              ElementsAre("cuLaunchKernel", "cuLaunchKernel", "cuLaunchKernel", "a[i] + b[i]",
                          "cuStreamSynchronize"));
  const TimelineRun events = run_of(Scenario::events);
  EXPECT_THAT(names(events, Track::host), ElementsAre("cuEventRecord", "cuLaunchKernel",
                                                      "cuEventRecord", "cuEventSynchronize"));
  EXPECT_THAT(names(events, Track::device), ElementsAre("event", "add_linear_1d", "event"));
  EXPECT_THAT(names(run_of(Scenario::pageable), Track::host),
              ElementsAre("cuMemcpyHtoDAsync", "cuStreamSynchronize", "cuMemcpyDtoHAsync",
                          "cuStreamSynchronize"));
  EXPECT_THAT(names(run_of(Scenario::pinned), Track::host),
              ElementsAre("cuMemHostAlloc", "cuMemHostAlloc", "memcpy", "cuMemcpyHtoDAsync",
                          "cuStreamSynchronize", "cuMemcpyDtoHAsync", "cuStreamSynchronize",
                          "memcpy", "cuMemFreeHost", "cuMemFreeHost"));
}

// Here a launch returns when the kernel is done and its event is reached when it is recorded, so it
// is known where each must lie.
TEST_F(Timelines, DeviceWorkLiesBetweenItsCallAndTheEventBehindIt) {
  for (const Scenario scenario : {Scenario::five_steps, Scenario::asynchronous, Scenario::events,
                                  Scenario::pageable, Scenario::pinned}) {
    SCOPED_TRACE(name_of(scenario));
    const TimelineRun run = run_of(scenario);
    EXPECT_LT(run.uncertainty, 1e-3);
    for (const Span& span : run.spans) {
      if (span.track == Track::host || span.action == Action::event) continue;
      const Span& call = run.spans[*span.queued_by];
      const Span& event = run.spans[*span.queued_by + 1];
      EXPECT_EQ(event.name, "cuEventRecord");
      EXPECT_GE(span.begin, call.begin);
      EXPECT_GE(span.end, call.end - run.uncertainty);
      EXPECT_LE(span.end, event.end + run.uncertainty);
    }
    EXPECT_EQ(figure(run, TimelineFigure::early_launches), 0);
    EXPECT_EQ(figure(run, TimelineFigure::early_copies), 0);
  }
}

TEST_F(Timelines, ChunksAreCopiedAddedAndCopiedBackInTheirStreams) {
  const auto streams_of = [&](Scenario scenario) {
    std::vector<std::uint32_t> streams;
    for (const Span& span : run_of(scenario, 8).spans) {
      if (span.track == Track::device && span.action != Action::copy_to_device)
        streams.push_back(span.stream);
    }
    return streams;
  };
  EXPECT_THAT(
      names(run_of(Scenario::streams, 2), Track::host),
      ElementsAre("cuMemcpyHtoDAsync", "cuLaunchKernel", "cuMemcpyDtoHAsync", "cuMemcpyHtoDAsync",
                  "cuLaunchKernel", "cuMemcpyDtoHAsync", "cuCtxSynchronize"));
  EXPECT_THAT(streams_of(Scenario::streams),
              ElementsAre(1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 2, 2, 3, 3, 4, 4));
  EXPECT_THAT(streams_of(Scenario::one_stream), Each(1u));
  EXPECT_THAT(streams_of(Scenario::default_stream),
              ElementsAre(1, 0, 2, 0, 3, 0, 4, 0, 1, 0, 2, 0, 3, 0, 4, 0));
  EXPECT_EQ(run_of(Scenario::pageable_streams, 16).spans.front().bytes, 256u);
}

TEST_F(Timelines, ChunksMustBeEqual) {
  request_.scenarios = {Scenario::streams};
  request_.parts = {3, 4};
  const auto timeline = measure();
  EXPECT_THAT(timeline->absent,
              ElementsAre("streams at 4096 in 3: 1024 elements are not cut into 3 equal chunks"));
  EXPECT_THAT(timeline->runs, SizeIs(1));
}

// The device's copy is late in all of it: only a wait brings it before the kernel.
TEST_F(Timelines, WithoutAWaitBetweenStreamsTheResultIsWhatItIs) {
  EXPECT_EQ(run_of(Scenario::missing_wait).wrong, 0u) << "here a copy is done as it is called";
  const Failing late("late_copies");
  EXPECT_EQ(run_of(Scenario::missing_wait).wrong, 1024u);
  const TimelineRun waited = run_of(Scenario::event_wait);
  EXPECT_FALSE(waited.wrong.has_value());
  EXPECT_THAT(names(waited, Track::host),
              ElementsAre("cuMemcpyHtoDAsync", "cuEventRecord", "cuStreamWaitEvent",
                          "cuLaunchKernel", "cuCtxSynchronize"));
  const Span& event = waited.spans.at(waited.spans.size() - 2);
  EXPECT_EQ(event.action, Action::event);
  EXPECT_GE(waited.spans.back().begin, event.end) << "the kernel follows it";
}

TEST_F(Timelines, ManyLaunchesHaveOneEventBehindThemAndAGraphIsLaunchedTwice) {
  const TimelineRun many = run_of(Scenario::launches, 3);
  EXPECT_THAT(names(many, Track::host), ElementsAre("cuLaunchKernel", "cuLaunchKernel",
                                                    "cuLaunchKernel", "cuStreamSynchronize"));
  EXPECT_THAT(names(many, Track::device), ElementsAre("3 × add_linear_1d"));
  const TimelineRun graph = run_of(Scenario::graph, 2);
  EXPECT_THAT(names(graph, Track::host),
              ElementsAre("cuStreamBeginCapture", "cuLaunchKernel", "cuLaunchKernel",
                          "cuStreamEndCapture", "cuGraphInstantiate", "cuGraphLaunch",
                          "cuStreamSynchronize", "cuGraphLaunch", "cuStreamSynchronize"));
  EXPECT_THAT(names(graph, Track::device), ElementsAre("2 × add_linear_1d", "2 × add_linear_1d"));
}

// Without a GPU nothing overlaps, so that each must lie behind the one before.
TEST_F(Timelines, WorkThatMustFollowOtherWorkIsPlacedBehindIt) {
  for (const Scenario scenario : {Scenario::streams, Scenario::default_stream}) {
    const TimelineRun run = run_of(scenario, 8);
    std::optional<Span> copied, last_of_all;
    for (const Span& span : run.spans) {
      if (span.track == Track::host) continue;
      if (span.action == Action::copy_to_device && copied) {
        EXPECT_GE(span.begin, copied->end);
      }
      if (span.action == Action::copy_to_device) copied = span;
      if (last_of_all && (span.stream == 0 || last_of_all->stream == 0)) {
        EXPECT_GE(span.begin, last_of_all->end);
      }
      last_of_all = span;
    }
  }
}

TEST_F(Timelines, TimeBetweenEventsIsThatOfTheirMoments) {
  const TimelineRun run = run_of(Scenario::events);
  ASSERT_TRUE(run.between_events.has_value());
  std::vector<double> moments;
  for (const Span& span : run.spans) {
    if (span.track == Track::device && span.action == Action::event) moments.push_back(span.end);
  }
  ASSERT_THAT(moments, SizeIs(2));
  EXPECT_NEAR(*run.between_events, moments[1] - moments[0], 2 * run.uncertainty);
  EXPECT_FALSE(run_of(Scenario::five_steps).between_events.has_value());
}

TEST_F(Timelines, WhatIsMeasuredIsAValidRecording) {
  request_.bytes = {4096, 8192};
  const auto timeline = measure();
  ASSERT_TRUE(timeline.has_value()) << timeline.error().message.in(Language::en);
  EXPECT_THAT(timeline->runs, SizeIs(2 * kRuns));
  EXPECT_THAT(timeline->absent, IsEmpty());
  EXPECT_EQ(timeline->kernel, "add/linear_1d");
  EXPECT_EQ(timeline->image.size(), 64u);
  EXPECT_EQ(timeline->device.name, "Simulated device");
  const auto read = parse_host_timeline(to_json(*timeline), "it");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, *timeline);
}

TEST_F(Timelines, WhatDoesNotFitIsLeftOutAndTheRestIsMeasured) {
  const Failing failing("out_of_memory");
  request_.bytes = {std::uint64_t{1} << 20, 4096};
  request_.scenarios = {Scenario::five_steps};
  const auto timeline = measure();
  ASSERT_TRUE(timeline.has_value());
  EXPECT_THAT(timeline->absent, ElementsAre(HasSubstr("five_steps at 1048576: three arrays")));
  EXPECT_THAT(timeline->runs, SizeIs(1));
}

TEST_F(Timelines, WithoutPinnedMemoryTheOtherScenariosAreMeasured) {
  const Failing failing("no_pinned_memory");
  const auto timeline = measure();
  ASSERT_TRUE(timeline.has_value());
  EXPECT_THAT(timeline->absent, Each(HasSubstr("cuMemHostAlloc failed: CUDA_ERROR_OUT_OF_MEM")));
  EXPECT_THAT(timeline->absent, Contains(HasSubstr("pinned at 4096: ")));
  EXPECT_THAT(timeline->absent, Contains(HasSubstr("streams at 4096 in 16: ")));
  constexpr std::size_t kWithPinned = 1 + 3 * 5 + 2;
  EXPECT_THAT(timeline->absent, SizeIs(kWithPinned));
  EXPECT_THAT(timeline->runs, SizeIs(kRuns - kWithPinned));
}

TEST_F(Timelines, AWrongResultIsNotMeasured) {
  const Failing failing("wrong_results");
  const auto timeline = measure();
  ASSERT_TRUE(timeline.has_value());
  ASSERT_THAT(timeline->runs, SizeIs(1));
  EXPECT_EQ(timeline->runs.front().scenario, Scenario::missing_wait) << "where it is the point";
  EXPECT_THAT(timeline->absent, SizeIs(kRuns - 1));
  EXPECT_THAT(timeline->absent, Each(HasSubstr("its result is wrong: ")));
}

TEST_F(Timelines, WhatACallWaitedForIsOverByItsEnd) {
  const TimelineRun run = run_of(Scenario::five_steps);
  const Span& copy = run.spans.back();
  EXPECT_EQ(copy.name, "Memcpy DtoH");
  EXPECT_LE(copy.end, run.spans[*copy.queued_by].end) << "its event comes later";
}

TEST_F(Timelines, RefuseSizesThatAreNoFloats) {
  request_.bytes = {6};
  EXPECT_THAT(measure().error().message.in(Language::en), HasSubstr("multiple of 4"));
  request_.bytes = {4096};
  request_.parts = {0};
  EXPECT_THAT(measure().error().message.in(Language::en), HasSubstr("1 to 1024 parts, not 0"));
  request_.parts = {};
  request_.repetitions = 0;
  EXPECT_THAT(measure().error().message.in(Language::en), HasSubstr("at least 1"));
}

TEST_F(Timelines, StopKeepsWhatIsMeasured) {
  observer_.measured = [this](const HostTimeline&) { stop_.request_stop(); };
  const auto timeline = measure();
  ASSERT_TRUE(timeline.has_value());
  EXPECT_THAT(timeline->runs, SizeIs(1));
  EXPECT_THAT(timeline->absent, IsEmpty());
}

TEST(DeviceClock, KeepsWhatAllBoundsAllow) {
  const ClockOffset offset = offset_of({{1, 10e-6, 20e-6}, {3, 14e-6, 30e-6}, {2, 5e-6, 16e-6}});
  EXPECT_DOUBLE_EQ(offset.at, 2);
  EXPECT_DOUBLE_EQ(offset.offset, 15e-6);
  EXPECT_DOUBLE_EQ(offset.uncertainty, 1e-6 + 0.25e-6);
}

TEST(DeviceClock, BoundsThatContradictEachOtherWidenTheUncertainty) {
  const ClockOffset offset = offset_of({{0, 10e-6, 11e-6}, {0, 12e-6, 15e-6}});
  EXPECT_DOUBLE_EQ(offset.offset, 11.5e-6);
  EXPECT_DOUBLE_EQ(offset.uncertainty, 0.5e-6 + 0.25e-6);
}

TEST(DeviceClock, ClocksThatRunApartAreMappedAlongALine) {
  const ClockMap map{{1, 100, 1e-6}, {3, 102, 2e-6}};
  EXPECT_DOUBLE_EQ(map.on_host(1), 101);
  EXPECT_DOUBLE_EQ(map.on_host(2), 103);
  EXPECT_DOUBLE_EQ(map.on_host(3), 105);
  EXPECT_DOUBLE_EQ(map.uncertainty(), 2e-6);
}

}  // namespace
}  // namespace warplens::timing
