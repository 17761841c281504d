#include "app/features/workshop/swizzle_goal.h"

#include <gtest/gtest.h>

namespace warplens::workshop {
namespace {

Result<SwizzleGoal> read_goal(std::string_view text) {
  const JsonFields fields = JsonFields::parse(text).value();
  return fields.finish(swizzle_goal_of(fields));
}
SwizzleGoal goal_of(std::string_view text) { return read_goal(text).value(); }

SeenSwizzle seen(std::string_view spec) {
  return seen_swizzle(swizzle::answer(swizzle::parse_spec(spec).value()).value());
}

constexpr const char* kGroups =
    R"json({"spec": "tile=32x32 write=rows.16B read=columns.16B map=col ^ (row % 8 * 4)",
        "by": "expression", "wavefronts_at_most": 64, "bytes_lost_at_most": 0})json";
constexpr const char* kAsked = "tile=32x32 write=rows.16B read=columns.16B map=";

TEST(SwizzleGoal, IsMetByItsExampleAndByOthersThatAreAsGood) {
  const SwizzleGoal goal = goal_of(kGroups);
  EXPECT_TRUE(meets(seen(swizzle::text_of(goal.example)), goal));
  EXPECT_TRUE(meets(seen(std::string(kAsked) + "col ^ (row * 4 & 28)"), goal));
}

TEST(SwizzleGoal, IsNotMetByWhatCostsMoreLosesBytesOrIsOfAnotherKind) {
  const SwizzleGoal goal = goal_of(kGroups);
  EXPECT_FALSE(meets(seen(std::string(kAsked) + "col"), goal)) << "256 wavefronts to read";
  EXPECT_FALSE(meets(seen(std::string(kAsked) + "xor(4)"), goal)) << "no expression";
  EXPECT_FALSE(meets(seen(std::string(kAsked) + "offset = row * 36 + col"), goal)) << "512 bytes";
  EXPECT_FALSE(meets(seen("tile=32x32 write=rows read=columns map=col ^ row"), goal));
}

TEST(SwizzleGoal, IsNotMetByWhatDoesNotWork) {
  const SwizzleGoal goal = goal_of(kGroups);
  EXPECT_FALSE(meets(seen(std::string(kAsked) + "col ^ row"), goal)) << "groups are torn apart";
  EXPECT_FALSE(meets(seen(std::string(kAsked) + "row % 8 * 4"), goal)) << "elements collide";
  EXPECT_FALSE(seen(std::string(kAsked) + "row % 8 * 4").works);
}

TEST(SwizzleGoal, WhatIsWrongIsNamed) {
  for (const char* wrong : {"[]", "{}", R"({"spec": 1})", R"({"spec": "tile=0x0"})",
                            R"({"spec": "tile=8x8", "by": "luck"})",
                            R"({"spec": "tile=8x8", "wavefronts_at_most": -1})",
                            R"({"spec": "tile=8x8", "bytes": 1})"}) {
    const auto goal = read_goal(wrong);
    ASSERT_FALSE(goal.has_value()) << wrong;
    EXPECT_NE(goal.error().message.in(Language::en), goal.error().message.in(Language::zh));
  }
}

}  // namespace
}  // namespace warplens::workshop
