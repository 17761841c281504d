#include "viz/algebra/figures.h"

#include <gtest/gtest.h>

namespace warplens::algebra {
namespace {

std::optional<std::int64_t> of(std::string_view spec, MotionFigure which) {
  return figure(parse_motion(spec).value(), which);
}

TEST(MotionFigure, IsComputedFromWhatIsShown) {
  EXPECT_EQ(of("A=[3 1; 0 2]", MotionFigure::determinant), 6);
  EXPECT_EQ(of("A=[1 1; 0 1] B=[0 -1; 1 0]", MotionFigure::product_12), -1);
  EXPECT_EQ(of("A=[1 1; 0 1] B=[0 -1; 1 0]", MotionFigure::product_22), 1);
  EXPECT_EQ(of("A=[4 1; 2 3]", MotionFigure::larger_eigenvalue), 5);
  EXPECT_EQ(of("A=[1 1; 0 1]", MotionFigure::kept_lines), 1);
  EXPECT_EQ(of("A=[0 -1; 1 0]", MotionFigure::kept_lines), 0);
  EXPECT_EQ(of("p=[2 0 0] q=[1 2 0]", MotionFigure::cross_length), 4);
}

TEST(MotionFigure, IsNoneWhereItIsNoWholeNumber) {
  EXPECT_FALSE(of("A=[1/2 0; 0 1]", MotionFigure::determinant));
  EXPECT_FALSE(of("A=[1 1; 1 0]", MotionFigure::larger_eigenvalue));
  EXPECT_FALSE(of("A=[2 0; 0 2]", MotionFigure::kept_lines));
  EXPECT_FALSE(of("p=[1 0 0] q=[0 1 1]", MotionFigure::cross_length));
}

TEST(GridPoint, IsOneNumberAndBack) {
  for (const GridPoint& at :
       {GridPoint{0, 0}, GridPoint{-50, 50}, GridPoint{50, -50}, GridPoint{3, -7}}) {
    EXPECT_EQ(grid_point(number_of(at).value()), at);
  }
  EXPECT_FALSE(number_of({51, 0}));
  EXPECT_EQ(landing(parse_motion("A=[1 -1; 1 1] v=[2 1]").value()), (GridPoint{1, 3}));
}

}  // namespace
}  // namespace warplens::algebra
