#include "viz/analysis/limits/ladder.h"

#include <gtest/gtest.h>

#include <deque>

namespace warplens::analysis {
namespace {

class Ladders : public ::testing::Test {
 protected:
  void add(std::optional<double> seconds, std::optional<double> least) {
    LadderRung& rung = ladder_.rungs.emplace_back();
    rung.least = least;
    if (!seconds) return;
    timing::Entry& entry = entries_.emplace_back();
    entry.seconds.median = *seconds;
    rung.timed = &entry;
  }
  std::deque<timing::Entry> entries_;
  Ladder ladder_;
};

TEST_F(Ladders, ARungGainsOverTheOneBelow) {
  add(8.0, 2.0);
  add(4.0, 1.0);
  add(1.0, 1.0);
  EXPECT_EQ(measured_gain(ladder_, 0), std::nullopt);
  EXPECT_EQ(least_gain(ladder_, 0), std::nullopt);
  EXPECT_EQ(measured_gain(ladder_, 1), 2.0);
  EXPECT_EQ(least_gain(ladder_, 1), 2.0);
  EXPECT_EQ(measured_gain(ladder_, 2), 4.0);
  EXPECT_EQ(least_gain(ladder_, 2), 1.0);
  EXPECT_EQ(gain_in_all(ladder_, 2), 8.0);
}

TEST_F(Ladders, WhatWasNotTimedOrCountedHasNoGainAndGivesNone) {
  add(std::nullopt, 2.0);
  add(4.0, std::nullopt);
  add(2.0, 1.0);
  EXPECT_TRUE(ladder_.is_timed());
  EXPECT_EQ(measured_gain(ladder_, 1), std::nullopt);
  EXPECT_EQ(least_gain(ladder_, 1), std::nullopt);
  EXPECT_EQ(least_gain(ladder_, 2), std::nullopt);
  EXPECT_EQ(measured_gain(ladder_, 2), 2.0);
  EXPECT_EQ(gain_in_all(ladder_, 2), 2.0) << "over the lowest that was timed";
  EXPECT_EQ(gain_in_all(ladder_, 1), std::nullopt) << "which gains nothing over itself";
}

TEST_F(Ladders, OfNothingTimedHasNoGainInAll) {
  add(std::nullopt, std::nullopt);
  EXPECT_FALSE(ladder_.is_timed());
  EXPECT_EQ(gain_in_all(ladder_, 0), std::nullopt);
}

}  // namespace
}  // namespace warplens::analysis
