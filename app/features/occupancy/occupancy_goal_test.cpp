#include "app/features/occupancy/occupancy_goal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::occupancy {
namespace {

using analysis::Need;
using testing::HasSubstr;

OccupancyGoal goal_of(std::string_view text) {
  const JsonFields fields = JsonFields::parse(text).value();
  return fields.finish(occupancy_goal_of(fields)).value();
}
std::string error_of(std::string_view text) {
  const JsonFields fields = JsonFields::parse(text).value();
  return fields.finish(occupancy_goal_of(fields)).error().message.in(Language::en);
}

// 256 threads with 40 registers on the H200: 6 blocks, 48 warps.
session::SeenOccupancy seen() {
  session::SeenOccupancy state;
  state.kernel = "add/vector4";
  state.needs = {256, 40, 0};
  state.occupancy = analysis::occupancy(*analysis::multiprocessor(90), state.needs);
  return state;
}

TEST(OccupancyGoal, HoldsAllThatItNamesAgainstOneState) {
  EXPECT_TRUE(meets(seen(), goal_of("{}")));
  EXPECT_TRUE(meets(seen(), goal_of(R"({"kernel": "add/vector4", "gpu": "h200", "threads": 256,
      "registers": 40, "shared_bytes": 0, "limited_by": "registers", "as_compiled": true,
      "blocks_at_least": 6, "blocks_at_most": 6, "warps_at_least": 48, "warps_at_most": 48})")));
  for (const char* wrong :
       {R"({"kernel": "add/linear_1d"})", R"({"gpu": "b200"})", R"({"threads": 255})",
        R"({"registers": 41})", R"({"shared_bytes": 1})", R"({"limited_by": "warps"})",
        R"({"blocks_at_least": 7})", R"({"blocks_at_most": 5})", R"({"warps_at_least": 49})",
        R"({"warps_at_most": 47})"}) {
    EXPECT_FALSE(meets(seen(), goal_of(wrong))) << wrong;
  }
}

TEST(OccupancyGoal, AsCompiledIsNotMetByWhatIsAsked) {
  session::SeenOccupancy asked = seen();
  asked.choice.of(Need::registers) = 40;
  EXPECT_FALSE(meets(asked, goal_of(R"({"as_compiled": true})")));
}

TEST(OccupancyGoal, IsNotMetByTwoStatesTogether) {
  session::SeenOccupancy other = seen();
  other.kernel = "add/linear_1d";
  other.needs.threads = 64;
  const auto is_met = [&](const OccupancyGoal& goal) {
    return meets(seen(), goal) || meets(other, goal);
  };
  EXPECT_TRUE(is_met(goal_of(R"({"threads": 64})")));
  EXPECT_FALSE(is_met(goal_of(R"({"kernel": "add/vector4", "threads": 64})")));
}

TEST(OccupancyGoal, WhatIsWrongIsNamed) {
  EXPECT_THAT(error_of("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(error_of(R"({"gpu": "rtx"})"), HasSubstr("no GPU \"rtx\""));
  EXPECT_THAT(error_of(R"({"gpu": 90})"), HasSubstr("\"gpu\" must be a text"));
  EXPECT_THAT(error_of(R"({"warps_at_least": -1})"), HasSubstr("\"warps_at_least\" must be"));
  EXPECT_THAT(error_of(R"({"limited_by": "time"})"), HasSubstr("no limit \"time\""));
  EXPECT_THAT(error_of(R"({"as_compiled": 1})"), HasSubstr("true or false"));
  EXPECT_THAT(error_of(R"({"warps": 1})"), HasSubstr("there is no \"warps\""));
}

TEST(OccupancyGoal, AStageIsAGpuAndWhatIsAsked) {
  const JsonFields fields = JsonFields::parse(R"({"gpu": "t4", "threads": 1024})").value();
  const auto choice = fields.finish(occupancy_choice_of(fields)).value();
  EXPECT_EQ(choice.on().id, "t4");
  EXPECT_EQ(choice.of(Need::threads), 1024u);
  EXPECT_EQ(choice.of(Need::registers), std::nullopt);
  const JsonFields wrong = JsonFields::parse(R"({"warps_at_least": 1})").value();
  EXPECT_FALSE(wrong.finish(occupancy_choice_of(wrong)).has_value());
}

}  // namespace
}  // namespace warplens::occupancy
