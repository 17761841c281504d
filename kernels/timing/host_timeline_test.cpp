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
  EXPECT_EQ(made.find(Scenario::events, 4096)->scenario, Scenario::events);
  EXPECT_EQ(made.find(Scenario::events, 8192), nullptr);
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

}  // namespace
}  // namespace warplens::timing
