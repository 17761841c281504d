#include "viz/algebra/space.h"

#include <gtest/gtest.h>

namespace warplens::algebra {
namespace {

TEST(Cross, FollowsTheRightHand) {
  EXPECT_EQ(cross({1, 0, 0}, {0, 1, 0}), Vector3({0, 0, 1}));
  EXPECT_EQ(cross({0, 1, 0}, {1, 0, 0}), Vector3({0, 0, -1})) << "the other order, the other side";
  EXPECT_EQ(cross({0, 1, 0}, {0, 0, 1}), Vector3({1, 0, 0}));
}

TEST(Cross, StandsOnBothAndIsAsLongAsTheParallelogramIsLarge) {
  for (int i = -2; i <= 2; ++i) {
    for (int j = -2; j <= 2; ++j) {
      const Vector3 a{i, 1, j}, b{2, j, -1};
      const Vector3 c = cross(a, b);
      EXPECT_EQ(dot(a, c), Fraction(0));
      EXPECT_EQ(dot(b, c), Fraction(0));
      EXPECT_NEAR(length(c), parallelogram_area(a, b), 1e-6);
    }
  }
}

TEST(Cross, OfParallelVectorsIsNull) {
  EXPECT_EQ(cross({1, 2, 3}, {-2, -4, -6}), Vector3({0, 0, 0}));
}

}  // namespace
}  // namespace warplens::algebra
