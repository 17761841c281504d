#include "app/features/timing_chart/family_ladder.h"

#include <gtest/gtest.h>

#include "app/features/timing_chart/ladder_table.h"
#include "app/session/fake_timings_test.h"

namespace warplens::timing_chart {
namespace {

// transpose with a ladder of its own, over recordings made here.
class FamilyLadder : public ::testing::Test {
 protected:
  FamilyLadder() {
    recordings_.wait();
    family_.ladder = {{"tile", {}, {}}, {"tile_padded", {{"pitch", 34}}, {}}};
    timings_ = session::fake_timings(family_, {1024, 4096}, &recordings_);
    timings_.device.name = "NVIDIA H200";
  }
  [[nodiscard]] std::string image(const char* variant) const {
    return recordings_.image_of(family_, *family_.find(variant));
  }
  [[nodiscard]] analysis::Ladder at(std::int64_t side) const {
    return family_ladder(family_, side, timings_, recordings_);
  }
  session::Recordings recordings_{WARPLENS_SOURCE_DIR "/assets", {}};
  catalog::Family family_ = catalog::transpose_family();
  timing::Timings timings_;
};

TEST_F(FamilyLadder, HasWhatWasTimedWithTheRungsSettings) {
  EXPECT_EQ(at(4096).rungs[1].timed, nullptr) << "it was timed with another pitch";
  timings_.set(session::fake_entry(family_, "tile_padded", 4096, 1e-4, {{"pitch", 34}},
                                   image("tile_padded")));
  const analysis::Ladder ladder = at(4096);
  ASSERT_EQ(ladder.rungs.size(), 2u);
  ASSERT_NE(ladder.rungs[1].timed, nullptr);
  EXPECT_EQ(ladder.rungs[1].timed->seconds.median, 1e-4);
  EXPECT_EQ(ladder.rungs[1].parameters.at("pitch"), 34);
  EXPECT_EQ(ladder.rungs[0].timed->name, "tile");
  EXPECT_EQ(ladder.yardsticks.size(), 2u);
}

TEST_F(FamilyLadder, WhatWasTimedWithOtherPtxOrAtAnotherSizeIsNotTimed) {
  EXPECT_NE(at(4096).rungs[0].timed, nullptr);
  EXPECT_EQ(at(2048).rungs[0].timed, nullptr);
  for (timing::Entry& entry : timings_.entries) entry.image = "other";
  EXPECT_FALSE(at(4096).is_timed());
}

TEST_F(FamilyLadder, LeastTimesAreOfTheChipThatWasTimedWhereItWasCounted) {
  EXPECT_TRUE(at(4096).rungs[0].least.has_value());
  EXPECT_GT(*at(4096).rungs[0].least, *at(1024).rungs[0].least);
  EXPECT_FALSE(at(4096).rungs[1].least.has_value()) << "this pitch was not counted beforehand";
  timings_.device.name = "a GPU that nobody knows";
  EXPECT_FALSE(at(4096).rungs[0].least.has_value());
}

TEST_F(FamilyLadder, AFamilyWithoutOneHasNoRungs) {
  family_.ladder.clear();
  EXPECT_TRUE(at(4096).rungs.empty());
}

TEST_F(FamilyLadder, AsATableHasARowForEachRungAndYardstick) {
  const tables::Table table = ladder_table(at(4096));
  ASSERT_EQ(table.size(), 1u + 2u + 2u);
  EXPECT_EQ(table[1][1], "tile");
  EXPECT_NE(table[1][2], "");
  EXPECT_EQ(table[2][2], "") << "not timed";
  EXPECT_EQ(table[3][0], "ceiling");
  for (const tables::Row& row : table) EXPECT_EQ(row.size(), table.front().size());
}

}  // namespace
}  // namespace warplens::timing_chart
