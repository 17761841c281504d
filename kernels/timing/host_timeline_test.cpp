#include "kernels/timing/host_timeline.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "kernels/run/toolkit/process.h"
#include "kernels/timing/fake_timeline_test.h"
#include "kernels/timing/timeline_figures.h"

namespace warplens::timing {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string error_of(const std::string& json) {
  const auto read = parse_host_timeline(json, "it");
  EXPECT_FALSE(read.has_value());
  return read.has_value() ? "" : read.error().message.in(Language::en);
}

TEST(HostTimeline, IsReadAsItWasWritten) {
  const HostTimeline made = fake_host_timeline({4096, kMebibyte});
  const auto read = parse_host_timeline(to_json(made), "it");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, made);
  EXPECT_THAT(read->sizes(), ElementsAre(4096, kMebibyte));
}

TEST(HostTimeline, IsWrittenToAFileAndReadFromIt) {
  const auto folder = run::TemporaryFolder::make().value();
  const auto file = folder.path() / "fake-host_timeline.json";
  const HostTimeline made = fake_host_timeline({4096});
  ASSERT_TRUE(write_host_timeline(file, made).has_value());
  EXPECT_EQ(read_host_timeline(file).value(), made);
  EXPECT_THAT(read_host_timeline(folder.path() / "none").error().message.in(Language::en),
              HasSubstr("no such recording"));
  EXPECT_THAT(
      write_host_timeline(folder.path() / "no/where", made).error().message.in(Language::en),
      HasSubstr("cannot write"));
}

TEST(HostTimeline, ARunIsFoundByScenarioAndSizeOnly) {
  const HostTimeline made = fake_host_timeline({4096});
  EXPECT_EQ(made.find(Scenario::events, 4096, 1)->scenario, Scenario::events);
  EXPECT_EQ(made.find(Scenario::events, 8192, 1), nullptr);
}

TEST(HostTimeline, PartsCountWhereAScenarioHasSome) {
  HostTimeline made = fake_host_timeline({4096});
  EXPECT_EQ(made.find(Scenario::events, 4096, 8)->parts, 1u);
  EXPECT_EQ(made.find(Scenario::streams, 4096, 8)->parts, 8u);
  EXPECT_EQ(made.find(Scenario::streams, 4096, 3), nullptr);
  EXPECT_THAT(made.parts(), ElementsAre(1, 2, 4, 8, 16));
  const std::size_t count = made.runs.size();
  made.set(fake_chunks(Scenario::streams, 4096, 8, false));
  EXPECT_EQ(made.runs.size(), count) << "in the place of the one that was there";
  made.set(fake_chunks(Scenario::streams, 4096, 3, false));
  EXPECT_EQ(made.runs.size(), count + 1);
}

TEST(HostTimeline, DamageIsOneLineThatSaysWhat) {
  const std::string good = to_json(fake_host_timeline({4096}));
  const std::vector<std::pair<std::string, std::string>> damages{
      {"{", "not JSON"},
      {"[]", "it must be an object"},
      {replaced(good, "\"host_timeline\"", "\"timings\""), "\"kind\" is not host_timeline"},
      {replaced(good, "\"version\": 1", "\"version\": 2"), "of version 2"},
      {replaced(good, "\"five_steps\"", "\"six_steps\""), "which is none of five_steps"},
      {replaced(good, "\"five_steps\"", "\"pinned\""), "pinned at 4096 is there twice"},
      {replaced(good, "\"host\"", "\"guest\""), "which is none of host, device"},
      {replaced(good, "\"allocate\"", "\"steal\""), "which is none of allocate"},
      {replaced(good, "\"begin\": 0.0", "\"begin\": -1.0"), "\"begin\" must be a number from 0"},
      {replaced(good, "\"begin\": 0.0", "\"begin\": 7.0"), "ends before it begins"},
      {replaced(good, "\"begin\": 9.999999999999999e-06", "\"begin\": 0.0"), "overlap"},
      {replaced(good, "\"queued_by\": 3", "\"queued_by\": 99"), "queued by no span of the host"},
      {replaced(good, "\"track\": \"host\"", "\"queued_by\": 0, \"track\": \"host\""),
       "of the host is queued by another"},
      {replaced(good, "\"stream\": 1", "\"stream\": 1000"), "\"stream\" must be"},
      {replaced(good, "\"parts\": 1,", "\"parts\": 0,"), "\"parts\" must be"},
      {replaced(good, "\"parts\": 2,", "\"parts\": 1,"), "one_stream at 4096 is there twice"},
      {replaced(good, "\"repetitions\": 3", "\"repetitions\": 0"), "no repetition"},
      {replaced(good, "\"absent\": []", "\"absent\": [1]"), "\"absent\" must be a list of texts"},
  };
  for (const auto& [json, what] : damages) {
    EXPECT_THAT(error_of(json), AllOf(HasSubstr(what), Not(HasSubstr("\n")), HasSubstr("it is")));
  }
}

TEST(TimelineFigures, TheLongestStepIsTheOneWithMostTime) {
  const TimelineRun run = fake_five_steps(kMebibyte);
  EXPECT_NEAR(step_seconds(run, Action::allocate), 24e-6, 1e-12);
  EXPECT_NEAR(step_seconds(run, Action::copy_to_device), 2 * 1024e-6, 1e-12);
  EXPECT_NEAR(step_seconds(run, Action::kernel), 105.4e-6, 1e-12) << "the device's, not the call";
  EXPECT_EQ(figure(run, TimelineFigure::longest_step), 2);
  EXPECT_EQ(figure(fake_five_steps(64), TimelineFigure::longest_step), 1);
}

TEST(TimelineFigures, ALaunchReturnedEarlyWhenItsKernelRanOnForSure) {
  EXPECT_EQ(figure(fake_asynchronous(4096), TimelineFigure::early_launches), 3);
  // The first kernel ends 1 us after the event behind it was recorded: as uncertain as the clocks.
  EXPECT_EQ(figure(fake_asynchronous(4096, 3), TimelineFigure::early_launches), 0);
  EXPECT_EQ(figure(fake_five_steps(kMebibyte), TimelineFigure::early_launches), 1);
}

TEST(TimelineFigures, TheKernelsShareIsOfTheWholeRun) {
  // Kernels of 42, 40 and 40 microseconds of 123.
  EXPECT_EQ(figure(fake_asynchronous(4096), TimelineFigure::kernel_percent), 99);
  EXPECT_EQ(figure(fake_copies(Scenario::pageable, 4096, false), TimelineFigure::kernel_percent),
            0);
  EXPECT_EQ(figure(TimelineRun{}, TimelineFigure::kernel_percent), 0);
}

TEST(TimelineFigures, ACopyReturnedEarlyOnlyFromPinnedMemory) {
  const auto early = [](Scenario scenario, bool at_once) {
    return figure(fake_copies(scenario, kMebibyte, at_once), TimelineFigure::early_copies);
  };
  EXPECT_EQ(early(Scenario::pageable, false), 0);
  EXPECT_EQ(early(Scenario::pinned, true), 2);
  EXPECT_EQ(figure(fake_asynchronous(4096), TimelineFigure::early_copies), 0);
}

TEST(TimelineFigures, ManyCallsReturnBeforeTheFirstCopyIsOver) {
  // 4 MiB a chunk: 256 microseconds, in which all 12 calls of 3 each are made.
  const TimelineRun run = fake_chunks(Scenario::one_stream, 16 * kMebibyte, 4, false);
  EXPECT_EQ(figure(run, TimelineFigure::calls_ahead), 12);
  const TimelineRun held = fake_chunks(Scenario::pageable_streams, 16 * kMebibyte, 4, false);
  EXPECT_EQ(figure(held, TimelineFigure::calls_ahead), 0);
  EXPECT_EQ(figure(TimelineRun{}, TimelineFigure::calls_ahead), 0);
}

TEST(TimelineFigures, StreamsLetTheDeviceDoSeveralThingsAtOnce) {
  const TimelineRun one = fake_chunks(Scenario::one_stream, 16 * kMebibyte, 4, false);
  EXPECT_EQ(figure(one, TimelineFigure::most_at_once), 1);
  EXPECT_EQ(figure(one, TimelineFigure::overlap_percent), 0);
  const TimelineRun four = fake_chunks(Scenario::streams, 16 * kMebibyte, 4, true);
  EXPECT_EQ(figure(four, TimelineFigure::most_at_once), 3);
  const std::int64_t overlap = figure(four, TimelineFigure::overlap_percent);
  EXPECT_GT(overlap, 50);
  EXPECT_LT(overlap, 70);
  EXPECT_EQ(figure(TimelineRun{}, TimelineFigure::most_at_once), 0);
}

TEST(TimelineFigures, WhatEventsDoNotTellApartIsNoOverlap) {
  const TimelineRun run = FakeRun(Scenario::streams, 4096)
                              .host(Action::copy_to_device, "cuMemcpyHtoDAsync", 0, 2)
                              .host(Action::kernel, "cuLaunchKernel", 2, 4)
                              .device(Action::copy_to_device, "Memcpy HtoD", 0, 0, 10.5, 1)
                              .device(Action::kernel, "add_linear_1d", 1, 10, 20, 2)
                              .made();
  EXPECT_EQ(figure(run, TimelineFigure::most_at_once), 1);
}

TEST(TimelineFigures, WhatTheClocksDoNotTellApartIsNoOverlap) {
  TimelineRun run = FakeRun(Scenario::pageable_streams, 4096)
                        .host(Action::copy_to_host, "cuMemcpyDtoHAsync", 0, 10)
                        .host(Action::copy_to_device, "cuMemcpyHtoDAsync", 12, 24)
                        .device(Action::copy_to_host, "Memcpy DtoH", 0, 0, 14, 1)
                        .device(Action::copy_to_device, "Memcpy HtoD", 1, 12, 24, 2)
                        .made();
  run.uncertainty = 3e-6;
  EXPECT_EQ(figure(run, TimelineFigure::most_at_once), 1);
  run.uncertainty = 1e-6;
  EXPECT_EQ(figure(run, TimelineFigure::most_at_once), 2);
}

TEST(TimelineFigures, OneFigureComparesRunsThatDifferInTheirParts) {
  const HostTimeline made = fake_host_timeline({kMebibyte});
  const TimelineRun& any = *made.find(Scenario::streams, kMebibyte, 1);
  const std::int64_t parts = figure(made, any, TimelineFigure::fastest_parts);
  const TimelineRun& fastest =
      *made.find(Scenario::streams, kMebibyte, static_cast<std::uint32_t>(parts));
  for (const std::uint32_t each : kFakeParts)
    EXPECT_LE(fastest.seconds(), made.find(Scenario::streams, kMebibyte, each)->seconds());
  EXPECT_EQ(figure(made, any, TimelineFigure::most_at_once), 1);
}

TEST(TimelineFigures, AGraphIsLaunchedByOneCallAndItsSecondLaunchCounts) {
  EXPECT_EQ(figure(fake_launches(4096, 16), TimelineFigure::host_ns_a_kernel), 2000);
  EXPECT_EQ(figure(fake_graph(4096, 16), TimelineFigure::host_ns_a_kernel), 250);
  EXPECT_EQ(figure(fake_launches(4096, 16), TimelineFigure::kernel_percent), 0)
      << "the kernels' own times are not known";
}

TEST(TimelineFigures, AResultIsWrongWhereElementsAre) {
  EXPECT_EQ(figure(fake_two_streams(Scenario::missing_wait, 4096), TimelineFigure::is_wrong), 1);
  EXPECT_EQ(figure(fake_two_streams(Scenario::event_wait, 4096), TimelineFigure::is_wrong), 0);
}

}  // namespace
}  // namespace warplens::timing
