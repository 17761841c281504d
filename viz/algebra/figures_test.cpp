#include "viz/algebra/figures.h"

#include <gtest/gtest.h>

namespace warplens::algebra {
namespace {

std::optional<std::int64_t> of(std::string_view spec, PlaneFigure which) {
  return figure(parse_plane(spec).value(), which);
}

TEST(PlaneFigure, IsComputedFromWhatIsShown) {
  EXPECT_EQ(of("A=[3 1; 0 2]", PlaneFigure::determinant), 6);
  EXPECT_EQ(of("A=[1 1; 0 1] B=[0 -1; 1 0]", PlaneFigure::product_12), -1);
  EXPECT_EQ(of("A=[1 1; 0 1] B=[0 -1; 1 0]", PlaneFigure::product_22), 1);
  EXPECT_EQ(of("A=[4 1; 2 3]", PlaneFigure::larger_eigenvalue), 5);
  EXPECT_EQ(of("A=[1 1; 0 1]", PlaneFigure::kept_lines), 1);
  EXPECT_EQ(of("A=[0 -1; 1 0]", PlaneFigure::kept_lines), 0);
  EXPECT_EQ(of("p=[2 0 0] q=[1 2 0]", PlaneFigure::cross_length), 4);
  EXPECT_EQ(of("p=[2 1 0] q=[1 -3 5]", PlaneFigure::dot_product), -1);
}

TEST(PlaneFigure, IsNoneWhereItIsNoWholeNumber) {
  EXPECT_FALSE(of("A=[1/2 0; 0 1]", PlaneFigure::determinant));
  EXPECT_FALSE(of("A=[1 1; 1 0]", PlaneFigure::larger_eigenvalue));
  EXPECT_FALSE(of("A=[2 0; 0 2]", PlaneFigure::kept_lines));
  EXPECT_FALSE(of("p=[1 0 0] q=[0 1 1]", PlaneFigure::cross_length));
}

TEST(GridPoint, IsOneNumberAndBack) {
  for (const GridPoint& at :
       {GridPoint{0, 0}, GridPoint{-50, 50}, GridPoint{50, -50}, GridPoint{3, -7}}) {
    EXPECT_EQ(grid_point(number_of(at).value()), at);
  }
  EXPECT_FALSE(number_of({51, 0}));
  EXPECT_EQ(landing(parse_plane("A=[1 -1; 1 1] v=[2 1]").value()), (GridPoint{1, 3}));
}

}  // namespace
}  // namespace warplens::algebra
