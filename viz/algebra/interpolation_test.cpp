#include "viz/algebra/interpolation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warplens::algebra {
namespace {

void expect_same(const RealMatrix& one, const RealMatrix& other) {
  EXPECT_NEAR(one.a, other.a, 1e-12);
  EXPECT_NEAR(one.b, other.b, 1e-12);
  EXPECT_NEAR(one.c, other.c, 1e-12);
  EXPECT_NEAR(one.d, other.d, 1e-12);
}

TEST(Interpolation, BeginsAtTheIdentityAndEndsAtTheMatrix) {
  for (const Matrix& m : {Matrix{1, 1, 0, 1}, Matrix{0, -1, 1, 0}, Matrix{-1, 0, 0, 1},
                          Matrix{1, 2, 2, 4}, Matrix{-1, 0, 0, -1}}) {
    expect_same(on_the_way(m, 0), {});
    expect_same(on_the_way(m, 1), real(m));
    expect_same(on_the_way(m, 1 - 1e-13), real(m));
  }
}

TEST(Interpolation, KeepsItsSideOfThePlaneAllTheWay) {
  for (int a = -3; a <= 3; ++a) {
    for (int b = -3; b <= 3; ++b) {
      for (int c = -3; c <= 3; ++c) {
        const Matrix m{a, b, c, 2};
        if (determinant(m).sign() <= 0) continue;
        for (double phase = 0; phase <= 1; phase += 0.05) {
          EXPECT_GT(determinant(on_the_way(m, phase)), 0)
              << a << ' ' << b << ' ' << c << " at " << phase;
        }
      }
    }
  }
}

TEST(Interpolation, ATurnTurnsWithoutShrinking) {
  const RealMatrix half = on_the_way({0, -1, 1, 0}, 0.5);
  EXPECT_NEAR(determinant(half), 1, 1e-12);
  EXPECT_NEAR(half.a, std::sqrt(0.5), 1e-12);
}

TEST(Interpolation, AShearGoesStraight) {
  expect_same(on_the_way({1, 1, 0, 1}, 0.5), {1, 0.5, 0, 1});
}

TEST(Interpolation, AProductGoesByItsFirstFactorFirst) {
  const Matrix stretch{2, 0, 0, 1}, turn{0, -1, 1, 0};
  expect_same(on_the_way(stretch, turn, 0.5), real(stretch));
  expect_same(on_the_way(stretch, turn, 1), real(turn * stretch));
}

}  // namespace
}  // namespace warplens::algebra
