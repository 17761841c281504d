#include "app/features/host_timeline/live_host_timeline.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "app/session/shared_gpu.h"
#include "kernels/run/run.h"
#include "kernels/timing/fake_timeline_test.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::host_timeline {
namespace {

using timing::Scenario;

// Measures only as far as it is let: first one scenario, then another.
class LiveRuns : public ::testing::Test {
 protected:
  LiveHostTimeline& open() {
    live_.emplace(
        [this]() -> Result<MeasureHostTimeline> {
          return MeasureHostTimeline(
              [this](std::uint64_t bytes, const HostTimelineListener& listener,
                     const std::stop_token& stop) { return measure(bytes, listener, stop); });
        },
        [] {});
    live_->wait();
    return *live_;
  }
  Result<void> measure(std::uint64_t bytes, const HostTimelineListener& listener,
                       const std::stop_token& stop) {
    timing::HostTimeline so_far = timing::fake_host_timeline({});
    for (const auto& run : {timing::fake_five_steps(bytes), timing::fake_events(bytes)}) {
      let_.acquire();
      if (stop.stop_requested()) return fail("cancelled");
      so_far.runs.push_back(run);
      listener(so_far, static_cast<float>(so_far.runs.size()) / 2);
      measured_.release();
    }
    return outcome_;
  }
  std::counting_semaphore<> let_{0}, measured_{0};
  Result<void> outcome_;
  std::optional<LiveHostTimeline> live_;  // last: its thread uses the rest
};

TEST_F(LiveRuns, RunsAppearAsTheyAreMeasured) {
  LiveHostTimeline& live = open();
  ASSERT_TRUE(live.can_start());
  live.start(4096);
  EXPECT_TRUE(live.busy());
  let_.release();
  measured_.acquire();
  live.update();
  ASSERT_NE(live.measured(), nullptr);
  EXPECT_EQ(live.measured()->runs.size(), 1u);
  EXPECT_FLOAT_EQ(live.progress(), 0.5f);
  let_.release();
  live.wait();
  EXPECT_FALSE(live.busy());
  EXPECT_EQ(live.measured()->runs.size(), 2u);
  EXPECT_FALSE(live.error().has_value());
}

TEST_F(LiveRuns, RunsOfOtherSizesStayAndTheSameAreReplaced) {
  LiveHostTimeline& live = open();
  for (const std::uint64_t bytes : {4096, 8192, 4096}) {
    live.start(bytes);
    let_.release(2);
    live.wait();
  }
  EXPECT_EQ(live.measured()->runs.size(), 4u);
  EXPECT_NE(live.measured()->find(Scenario::events, 8192, 1), nullptr);
}

TEST_F(LiveRuns, CancellingKeepsWhatHasArrivedAndIsNoError) {
  LiveHostTimeline& live = open();
  live.start(4096);
  let_.release();
  measured_.acquire();
  live.cancel();
  let_.release();
  live.wait();
  EXPECT_FALSE(live.busy());
  EXPECT_FALSE(live.error().has_value());
  EXPECT_EQ(live.measured()->runs.size(), 1u);
}

TEST_F(LiveRuns, AnErrorIsTold) {
  outcome_ = fail("the GPU fell off the bus");
  LiveHostTimeline& live = open();
  live.start(4096);
  let_.release(2);
  live.wait();
  EXPECT_EQ(live.error()->message.in(Language::en), "the GPU fell off the bus");
  EXPECT_TRUE(live.can_start());
}

TEST(LiveHostTimeline, WithoutAGpuItSaysWhy) {
  LiveHostTimeline live([]() -> Result<MeasureHostTimeline> { return fail("no NVIDIA driver"); },
                        {});
  live.wait();
  EXPECT_FALSE(live.can_start());
  EXPECT_EQ(live.why_not()->message.in(Language::en), "no NVIDIA driver");
  live.start(4096);
  EXPECT_FALSE(live.busy());
}

TEST(LiveHostTimeline, MeasuresEveryScenarioOnTheSimulatedDriver) {
  ASSERT_TRUE(simulated::use_simulated_driver());
  auto catalogue = std::make_shared<const run::Catalogue>(
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
  auto gpu = std::make_shared<session::SharedGpu>(device::Driver::open, nullptr);
  LiveHostTimeline live([&] { return open_gpu_host_timeline(*catalogue, gpu); }, {});
  live.wait();
  ASSERT_TRUE(live.can_start()) << live.why_not()->message.in(Language::en);
  live.start(4096);
  live.wait();
  EXPECT_FALSE(live.error().has_value());
  ASSERT_NE(live.measured(), nullptr);
  EXPECT_FLOAT_EQ(live.progress(), 1);
  for (std::size_t i = 0; i < timing::kScenarioNames.size(); ++i) {
    EXPECT_NE(live.measured()->find(static_cast<Scenario>(i), 4096, 4), nullptr) << i;
  }
  const simulated::Failing failing("out_of_memory");
  live.start(std::uint64_t{1} << 24);
  live.wait();
  EXPECT_NE(live.error()->message.in(Language::en).find("need more GPU memory"), std::string::npos)
      << live.error()->message.in(Language::en);
}

}  // namespace
}  // namespace warplens::host_timeline
