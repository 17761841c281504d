#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/ui/window/window_keys.h"

namespace warplens::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(KeyTap, StaysDownForTheFrameItCameIn) {
  KeyTaps taps;
  taps.press(257);
  EXPECT_FALSE(taps.holds());
  EXPECT_FALSE(taps.release(257));
  EXPECT_TRUE(taps.holds());
  EXPECT_THAT(taps.after_frame(), ElementsAre(257));
  EXPECT_FALSE(taps.holds());
  EXPECT_THAT(taps.after_frame(), IsEmpty());
}

TEST(KeyTap, IsLetGoAtOnceAfterAFrame) {
  KeyTaps taps;
  taps.press(257);
  EXPECT_THAT(taps.after_frame(), IsEmpty());
  EXPECT_TRUE(taps.release(257));
  EXPECT_THAT(taps.after_frame(), IsEmpty());
}

TEST(KeyTap, IsDownWhereItIsPressedAgainInTheSameFrame) {
  KeyTaps taps;
  taps.press(257);
  EXPECT_FALSE(taps.release(257));
  taps.press(257);
  EXPECT_THAT(taps.after_frame(), IsEmpty());
  EXPECT_TRUE(taps.release(257));
}

TEST(KeyTap, OfOneKeyHoldsNoOther) {
  KeyTaps taps;
  taps.press(341);
  EXPECT_TRUE(taps.after_frame().empty());
  taps.press(65);
  EXPECT_FALSE(taps.release(65));
  EXPECT_TRUE(taps.release(341));
  EXPECT_THAT(taps.after_frame(), ElementsAre(65));
}

}  // namespace
}  // namespace warplens::ui
