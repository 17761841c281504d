#include "viz/algebra/matrix.h"

#include <gtest/gtest.h>

#include <random>

namespace warplens::algebra {
namespace {

class SomeMatrices : public ::testing::Test {
 protected:
  Fraction entry() {
    std::uniform_int_distribution<std::int64_t> bottom(1, kLargestDenominator);
    const std::int64_t parts = bottom(random_);
    std::uniform_int_distribution<std::int64_t> top(-kLargestEntry * parts, kLargestEntry * parts);
    return {top(random_), parts};
  }
  Matrix matrix() { return {entry(), entry(), entry(), entry()}; }
  std::mt19937 random_{18};
};

TEST(Matrix, ColumnsAreWhereTheBasisGoes) {
  const Matrix m{2, 1, Fraction(1, 2), 3};
  EXPECT_EQ(m * Vector({1, 0}), m.first_column());
  EXPECT_EQ(m * Vector({0, 1}), m.second_column());
}

TEST(Matrix, AProductMovesByTheRightOneFirst) {
  const Matrix turn{0, -1, 1, 0}, stretch{2, 0, 0, 1};
  EXPECT_EQ(turn * stretch, (Matrix{0, -1, 2, 0}));
  EXPECT_EQ(stretch * turn, (Matrix{0, -2, 1, 0}));
  EXPECT_EQ((turn * stretch) * Vector({1, 0}), Vector({0, 2})) << "stretched, then turned up";
}

TEST_F(SomeMatrices, AreMultipliedSoThatTheProductMovesAsBothDo) {
  for (int i = 0; i < 500; ++i) {
    const Matrix a = matrix(), b = matrix();
    const Vector v{1, Fraction(-1, 2)};
    EXPECT_EQ((b * a) * v, b * (a * v));
  }
}

TEST_F(SomeMatrices, HaveDeterminantsThatMultiply) {
  for (int i = 0; i < 500; ++i) {
    const Matrix a = matrix(), b = matrix();
    EXPECT_EQ(determinant(b * a), determinant(b) * determinant(a)) << "exactly";
  }
}

TEST_F(SomeMatrices, AreUndoneByTheirInverse) {
  int undone = 0;
  for (int i = 0; i < 500; ++i) {
    const Matrix a = matrix();
    if (const auto back = inverse(a)) {
      EXPECT_EQ(*back * a, kIdentity);
      ++undone;
    }
  }
  EXPECT_GT(undone, 400);
  EXPECT_FALSE(inverse({1, 2, 2, 4}).has_value());
}

// The shoelace formula over the corners of the unit square's image.
TEST_F(SomeMatrices, HaveTheSignedAreaOfTheSquaresImageAsDeterminant) {
  for (int i = 0; i < 100; ++i) {
    const Matrix m = matrix();
    const std::array<Vector, 4> corners{m * Vector({0, 0}), m * Vector({1, 0}), m * Vector({1, 1}),
                                        m * Vector({0, 1})};
    Fraction twice = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vector &from = corners[k], &to = corners[(k + 1) % 4];
      twice = twice + (from.x * to.y - to.x * from.y);
    }
    EXPECT_EQ(twice, Fraction(2) * determinant(m));
  }
}

}  // namespace
}  // namespace warplens::algebra
