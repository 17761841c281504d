// What the lesson on histograms says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/sources.h"
#include "viz/analysis/executed/sass_cost.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class Histogram : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("histogram", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  std::int64_t sum(Figure which) { return session_.activity().sums.back().sums.at(which); }
  std::uint64_t turns() { return totals().shared_atomic.wavefronts; }
};

TEST_F(Histogram, CountersFill32Sectors) {
  (void)enter_here("counting");
  const trace::Buffer& counts = shown().buffers.at(1);
  EXPECT_EQ(counts.rows, 8u);
  EXPECT_EQ(counts.columns, 32u);
  constexpr std::uint64_t kSectorBytes = 32;
  EXPECT_EQ(counts.bytes / kSectorBytes, 32u);
}

TEST_F(Histogram, WithoutAnAtomicAWarpCountsOnce) {
  const Step& step = enter_here("lost-counts");
  EXPECT_EQ(sum(Figure::races), 1);
  EXPECT_EQ(sum(Figure::wrong_elements), 4);
  ASSERT_TRUE(session_.result()->run->mismatch.has_value());
  EXPECT_EQ(session_.result()->run->mismatch->actual, "2");
  EXPECT_EQ(session_.result()->run->mismatch->expected, "16");
  EXPECT_EQ(shown().launch.block.count(), 64u);
  EXPECT_FALSE(is_done(step, session_));
  ASSERT_TRUE(show_example(step, step.done.at(0), session_, folder_.path()).has_value());
  settle();
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_EQ(sum(Figure::wrong_elements), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Histogram, EqualValuesTouchTheFewestSectors) {
  const Step& step = enter_here("three-inputs");
  EXPECT_EQ(expected_answer(step, session_), 321);
}

TEST_F(Histogram, FourLanesMeetInABank) {
  const Step& step = enter_here("of-its-own");
  EXPECT_EQ(expected_answer(step, session_), 1 << 17 | 1 << 26 | 1 << 30);
  EXPECT_EQ(figure(Figure::wavefronts), 4);
  EXPECT_EQ(totals().global_atomic.lanes, 256u);
  set("n", 4096);
  EXPECT_EQ(totals().global_atomic.lanes, 256u) << "however many values";
}

TEST_F(Histogram, OneCounterIsOneWavefrontForTheConstantOne) {
  const Step& step = enter_here("one-counter");
  EXPECT_EQ(figure(Figure::lanes), 32);
  EXPECT_EQ(expected_answer(step, session_), 1);
  const auto way_on = [&](std::uint32_t capability) {
    const auto code =
        run::shipped_code(WARPLENS_SOURCE_DIR "/assets", "histogram/shared", capability);
    return analysis::sass_cost(shown(), code->accesses).totals.shared_atomic.max_way;
  };
  EXPECT_EQ(way_on(75), 32u) << "a T4";
  for (const std::uint32_t capability : {80, 86, 89, 90, 100, 120})
    EXPECT_EQ(way_on(capability), 1u) << capability;
}

TEST_F(Histogram, AWeightTakesALaneAfterTheOther) {
  const Step& step = enter_here("weight");
  select("histogram/weighted");
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  const std::uint64_t all = turns();
  set("zeros", 50);
  const std::uint64_t half = turns();
  set("zeros", 0);
  EXPECT_GT(all, half);
  EXPECT_GT(half, turns());
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Histogram, WithThirtyTwoCopiesNoLaneWaits) {
  const Step& step = enter_here("copies");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(figure(Figure::wavefronts), 8);
  set("copies", 32);
  for (const std::int64_t zeros : {0, 50, 100}) {
    set("zeros", zeros);
    EXPECT_EQ(totals().shared_atomic.max_way, 1u) << zeros;
  }
}

TEST_F(Histogram, ElectedLanesStillMeetInBanks) {
  (void)enter_here("elect");
  EXPECT_EQ(figure(Figure::lanes), 14);
  EXPECT_EQ(figure(Figure::wavefronts), 3);
  set("zeros", 100);
  EXPECT_EQ(totals().shared_atomic.max_way, 1u);
}

TEST_F(Histogram, EightCopiesMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_EQ(totals().shared_atomic.conflicts, 0u);
  EXPECT_FALSE(is_done(step, session_));
  for (const std::int64_t copies : {1, 2, 4, 8, 16, 32}) {
    begin(step);
    set("copies", copies);
    EXPECT_EQ(sum(Figure::total_wavefronts) <= 750, copies == 8) << copies;
    EXPECT_EQ(is_done(step, session_), copies == 8) << copies;
  }
}

TEST_F(Histogram, TheMoreValuesTheMoreCopiesPay) {
  (void)enter_here("challenge");
  set("n", 65536);
  std::map<std::int64_t, std::int64_t> wavefronts;
  for (const std::int64_t copies : {8, 16, 32}) {
    set("copies", copies);
    wavefronts[copies] = sum(Figure::total_wavefronts);
  }
  EXPECT_GT(wavefronts[8], wavefronts[16]);
  EXPECT_GT(wavefronts[16], wavefronts[32]);
}

}  // namespace
}  // namespace warplens::lessons
