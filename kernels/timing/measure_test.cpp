// On the simulated driver (tests/simulated_cuda), whose events read the host's clock.
#include "kernels/timing/measure.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "tests/simulated_cuda/use.h"

namespace warplens::timing {
namespace {

TEST(Summaries, GiveQuartilesAsMediansOfTheHalves) {
  EXPECT_EQ(summary({5, 1, 3, 2, 4}), (Seconds{3, 1, 5, 1.5, 4.5, 5}));
  EXPECT_EQ(summary({4, 1, 3, 2}), (Seconds{2.5, 1, 4, 1.5, 3.5, 4}));
  EXPECT_EQ(summary({7}), (Seconds{7, 7, 7, 7, 7, 1}));
}

class Measuring : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Gpu::open(device::Driver::open().value()).value());
  }
  // Sleeps before the timed span and within it.
  timing::Run sleeping(std::chrono::milliseconds before, std::chrono::milliseconds within) {
    return [this, before, within](device::EventTimer& timer) -> Result<void> {
      ++runs_;
      std::this_thread::sleep_for(before);
      TRY(timer.begin());
      std::this_thread::sleep_for(within);
      return timer.end();
    };
  }

  std::optional<device::Gpu> gpu_;
  std::uint32_t runs_ = 0;
  std::stop_source stop_;
};

using std::chrono::milliseconds;

TEST_F(Measuring, CountsOnlyWhatIsBetweenTheEvents) {
  const auto seconds = measure(*gpu_, sleeping(milliseconds(4), milliseconds(1)),
                               {.repetitions = 5, .seconds = 0}, stop_.get_token());
  ASSERT_TRUE(seconds.has_value()) << seconds.error().message.in(Language::en);
  EXPECT_GE(seconds->minimum, 0.001);
  EXPECT_LT(seconds->median, 0.004);
}

TEST_F(Measuring, RepeatsAtLeastSoOftenAndSoLong) {
  const auto often = measure(*gpu_, sleeping(milliseconds(0), milliseconds(0)),
                             {.repetitions = 50, .seconds = 0}, stop_.get_token());
  EXPECT_GE(often.value().repetitions, 50u);
  const auto start = std::chrono::steady_clock::now();
  const auto longer = measure(*gpu_, sleeping(milliseconds(0), milliseconds(1)),
                              {.repetitions = 1, .seconds = 0.1}, stop_.get_token());
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(100));
  EXPECT_GT(longer.value().repetitions, 10u);
  EXPECT_EQ(runs_, often->repetitions + longer->repetitions + 2) << "one of each warms up";
}

TEST_F(Measuring, EndsSlowRunsEarlyButNotBeforeThree) {
  const auto seconds =
      measure(*gpu_, sleeping(milliseconds(0), milliseconds(20)),
              {.repetitions = 20, .seconds = 0, .fewest = 3, .longest = 0.01}, stop_.get_token());
  EXPECT_EQ(seconds.value().repetitions, 3u);
}

TEST_F(Measuring, InTurnsMeetsBothWithWhateverChanges) {
  std::string turns;
  const auto named = [&](char name, milliseconds within) -> timing::Run {
    return [&turns, name, run = sleeping(milliseconds(0), within)](device::EventTimer& timer) {
      if (turns.empty() || turns.back() != name) turns += name;
      return run(timer);
    };
  };
  const auto seconds =
      measure_in_turns(*gpu_, named('a', milliseconds(11)), named('b', milliseconds(22)), 3,
                       {.repetitions = 2, .seconds = 0}, stop_.get_token());
  ASSERT_TRUE(seconds.has_value()) << seconds.error().message.in(Language::en);
  EXPECT_EQ(turns, "abab") << "a b, b a, a b";
  EXPECT_EQ(seconds->first.repetitions, 3u);
  EXPECT_GT(seconds->second.median, seconds->first.median);
  stop_.request_stop();
  EXPECT_FALSE(measure_in_turns(*gpu_, named('a', milliseconds(0)), named('b', milliseconds(0)), 3,
                                {}, stop_.get_token())
                   .has_value());
}

TEST_F(Measuring, StopsWhenItIsAskedTo) {
  stop_.request_stop();
  const auto seconds =
      measure(*gpu_, sleeping(milliseconds(0), milliseconds(1)), {}, stop_.get_token());
  ASSERT_FALSE(seconds.has_value());
  EXPECT_EQ(seconds.error().message.in(Language::en), "cancelled");
  EXPECT_EQ(runs_, 1u);
}

}  // namespace
}  // namespace warplens::timing
