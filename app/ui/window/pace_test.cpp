#include "app/ui/window/pace.h"

#include <gtest/gtest.h>

namespace warplens::ui {
namespace {

// Draws the frames that follow what happened last.
void settle(Pace& pace) {
  for (int frame = 0; frame < 10 && !pace.is_settled(); ++frame) EXPECT_EQ(pace.sleep({}), 0);
  EXPECT_TRUE(pace.is_settled());
}

TEST(Pace, DrawsAFewFramesAndSleepsUntilSomethingHappens) {
  Pace pace;
  settle(pace);
  EXPECT_EQ(pace.sleep({}), Pace::kUntilSomethingHappens);
  EXPECT_FALSE(pace.is_settled()) << "it happened: what it changes has to settle";
  settle(pace);
}

TEST(Pace, WakesForWhatMovesAndLooksNowAndThenAtWhatIsWatched) {
  Pace pace;
  settle(pace);
  EXPECT_NEAR(pace.sleep({.is_moving = true}), 1.0 / 60, 1e-9);
  settle(pace);
  const double watch = pace.sleep({.is_watching = true});
  EXPECT_GT(watch, 0.1);
  EXPECT_LT(watch, 1);
}

TEST(Pace, DrawsTheFrameThatACommandWaitsForAtOnce) {
  Pace pace;
  settle(pace);
  EXPECT_EQ(pace.sleep({.has_commands = true}), 0);
}

// No frame is drawn that could carry the command out: whoever polls for it takes a whole core.
TEST(Pace, OfAMinimisedWindowIsSleepWhateverIsPending) {
  Pace pace;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pace.sleep({.is_hidden = true, .is_moving = true, .has_commands = true}),
              Pace::kUntilSomethingHappens);
    pace.settle_anew();
  }
  EXPECT_EQ(pace.sleep({.has_commands = true}), 0) << "it is back";
}

}  // namespace
}  // namespace warplens::ui
