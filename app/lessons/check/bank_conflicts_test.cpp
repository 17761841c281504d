// What the lesson on bank conflicts says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class BankConflicts : public Course {
 protected:
  std::int64_t ways_at(const std::string& pitch_kernel, std::int64_t pitch) {
    select(pitch_kernel);
    set("pitch", pitch);
    return figure(Figure::max_way);
  }
};

TEST_F(BankConflicts, PredictionsAreWhatTheTextSaysAfterwards) {
  EXPECT_EQ(expected_answer(enter_step("bank-conflicts", "column-read"), session_), 32);
  std::int64_t even_lanes = 0;
  for (int lane = 2; lane <= 14; lane += 2) even_lanes |= 1 << lane;
  EXPECT_EQ(expected_answer(enter_step("bank-conflicts", "tile-16"), session_), even_lanes);
  EXPECT_EQ(figure(Figure::max_way), 8);
  EXPECT_EQ(expected_answer(enter_step("bank-conflicts", "broadcast"), session_), 1);
}

TEST_F(BankConflicts, PitchStepShowsTheWaysThatItsTextSays) {
  const Step& step = enter_step("bank-conflicts", "pitch");
  EXPECT_EQ(session_.figure(Figure::max_way), 32);
  EXPECT_EQ(ways_at("transpose/tile_padded", 33), 1);
  EXPECT_EQ(ways_at("transpose/tile_padded", 34), 2);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 36), 4);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 35), 1);
}

TEST_F(BankConflicts, TileOf16KeepsTwoWaysWithPitch17) {
  const Step& step = enter_step("bank-conflicts", "tile-16");
  answer(step, 16, session_);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 17), 2);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(BankConflicts, StrideOf32IsThirtyTwoWay) {
  (void)enter_step("bank-conflicts", "broadcast");
  set_parameter(session_, "stride", 32);
  settle();
  const session::Anchor load{"", trace::Space::shared, trace::EventKind::load, 0};
  session_.seek(session::find_event(*session_.result(), load)->event);
  EXPECT_EQ(session_.figure(Figure::max_way), 32);
}

TEST_F(BankConflicts, SwizzleHasNoConflictAndNoPadding) {
  const Step& step = enter_step("bank-conflicts", "xor");
  EXPECT_EQ(ways_at("transpose/tile_padded", 33), 1);
  EXPECT_EQ(session_.launch()->trace->launch.static_shared_bytes, 4224u);
  EXPECT_FALSE(is_done(step, session_)) << "too many bytes";
  select_kernel(session_, "transpose/tile_xor");
  settle();
  EXPECT_EQ(session_.figure(Figure::total_conflicts), 0);
  EXPECT_EQ(session_.launch()->trace->launch.static_shared_bytes, 4096u);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(BankConflicts, AShiftMeetsTheChallengeToo) {
  const Step& step = enter_step("bank-conflicts", "xor");
  EXPECT_FALSE(is_done(step, session_)) << "32-way";
  select_kernel(session_, "transpose/tile_shift");
  settle();
  EXPECT_EQ(session_.launch()->trace->launch.static_shared_bytes, 4096u);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(BankConflicts, RowWritesOfTheFirstStepsAreOneWavefrontEach) {
  (void)enter_step("bank-conflicts", "row-write");
  const trace::SiteTotals& stores = session_.launch()->totals.shared_store;
  EXPECT_GT(stores.requests, 0u);
  EXPECT_EQ(stores.wavefronts, stores.requests);
}

}  // namespace
}  // namespace warplens::lessons
