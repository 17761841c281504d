#include "app/features/plane/plane_goal.h"

#include <gtest/gtest.h>

namespace warplens::plane {
namespace {

Result<PlaneGoal> read_goal(std::string_view text) {
  const JsonFields fields = JsonFields::parse(text).value();
  return fields.finish(plane_goal_of(fields));
}
PlaneGoal goal_of(std::string_view text) { return read_goal(text).value(); }
SeenPlane motion(std::string_view spec, bool watched = false) {
  return {algebra::parse_plane(spec).value(), watched};
}

TEST(PlaneGoal, AnAreaIsMadeByAnyMatrixThatHasIt) {
  const PlaneGoal goal = goal_of(R"({"example": "A=[1 2; 2 2]", "det": "-2", "no_zeros": true})");
  EXPECT_TRUE(meets({goal.example, false}, goal));
  EXPECT_TRUE(meets(motion("A=[1 3; 1 1]"), goal));
  EXPECT_FALSE(meets(motion("A=[1 0; 0 -2]"), goal)) << "zeros";
  EXPECT_FALSE(meets(motion("A=[2 2; 1 2]"), goal)) << "not turned over";
}

TEST(PlaneGoal, AVectorIsOnItsLineWithinAHandsTolerance) {
  const PlaneGoal goal =
      goal_of(R"({"example": "A=[2 1; 1 2] v=[1 1]", "eigenvector": true, "keeps": ["A"]})");
  EXPECT_TRUE(meets(motion("A=[2 1; 1 2] v=[-2 2]"), goal));
  EXPECT_TRUE(meets(motion("A=[2 1; 1 2] v=[10 9.9]"), goal));
  EXPECT_FALSE(meets(motion("A=[2 1; 1 2] v=[2 1]"), goal));
  EXPECT_FALSE(meets(motion("A=[2 1; 1 2] v=[0 0]"), goal)) << "the null vector has no line";
  EXPECT_FALSE(meets(motion("A=[1 0; 0 1] v=[1 1]"), goal)) << "another matrix";
}

TEST(PlaneGoal, AMotionIsToBeWatched) {
  const PlaneGoal goal = goal_of(R"({"example": "A=[1 1; 0 1]", "watched": true})");
  EXPECT_FALSE(meets(motion("A=[1 1; 0 1]"), goal));
  EXPECT_TRUE(meets(motion("A=[1 1; 0 1]", true), goal));
}

TEST(PlaneGoal, AMatrixIsKnownByWhereItSendsVectors) {
  const PlaneGoal goal =
      goal_of(R"({"example": "A=[1 2; 2 1]", "sends": [["1 1", "3 3"], ["1 -1", "-1 1"]]})");
  EXPECT_TRUE(meets({goal.example, false}, goal));
  EXPECT_FALSE(meets(motion("A=[3 0; 0 3]"), goal));
}

TEST(PlaneGoal, ProductsPowersCasesAndCrossProductsAreAskedFor) {
  EXPECT_TRUE(meets(motion("A=[3 0; 0 1] B=[1/3 0; 0 1]"),
                    goal_of(R"({"example": "", "product_det": "1"})")));
  EXPECT_TRUE(meets(motion("n=100"), goal_of(R"({"example": "", "n_at_least": 100})")));
  EXPECT_FALSE(meets(motion("n=99"), goal_of(R"({"example": "", "n_at_least": 100})")));
  EXPECT_TRUE(meets(motion("A=[0 -1; 1 0]"), goal_of(R"({"example": "", "case": "complex"})")));
  EXPECT_FALSE(meets(motion("A=[1 1; 0 1]"), goal_of(R"({"example": "", "case": "complex"})")));
  const PlaneGoal down = goal_of(R"({"example": "", "cross": "0 0 -4"})");
  EXPECT_TRUE(meets(motion("p=[1 2 0] q=[2 0 0]"), down));
  EXPECT_FALSE(meets(motion("p=[2 0 0] q=[1 2 0]"), down)) << "the other hand";
  const PlaneGoal upright = goal_of(R"({"example": "", "dot": "0"})");
  EXPECT_TRUE(meets(motion("p=[1 2 0] q=[2 -1 5]"), upright));
  EXPECT_FALSE(meets(motion("p=[1 2 0] q=[2 1 0]"), upright));
  EXPECT_FALSE(meets(motion(""), goal_of(R"({"example": "", "turned": true})")));
  EXPECT_TRUE(meets(motion("turn=50,20"), goal_of(R"({"example": "", "turned": true})")));
}

TEST(PlaneGoal, WhatIsWrongIsNamed) {
  for (const char* wrong :
       {"[]", "{}", R"({"example": 1})", R"({"example": "A=[1]"})",
        R"({"example": "", "det": "x"})", R"({"example": "", "det": 2})",
        R"({"example": "", "dot": "x"})", R"({"example": "", "case": "none"})",
        R"({"example": "", "keeps": ["w"]})", R"({"example": "", "sends": [["1 1"]]})",
        R"({"example": "", "n_at_least": 101})", R"({"example": "", "cross": "1 2"})",
        R"({"example": "", "luck": true})"}) {
    const auto goal = read_goal(wrong);
    ASSERT_FALSE(goal.has_value()) << wrong;
    EXPECT_NE(goal.error().message.in(Language::en), goal.error().message.in(Language::zh))
        << wrong;
  }
}

}  // namespace
}  // namespace warplens::plane
