#include "viz/algebra/eigen.h"

#include <gtest/gtest.h>

#include <cmath>

#include "viz/algebra/power.h"

namespace warplens::algebra {
namespace {

TEST(Eigen, TwoRationalOnesAreExact) {
  const Eigens all = eigens({3, 1, 0, 2});
  ASSERT_EQ(all.kind, EigenCase::two_real);
  EXPECT_EQ(all.discriminant, Fraction(1));
  EXPECT_EQ(all.found[0].exact_value, Fraction(3));
  EXPECT_EQ(all.found[0].exact_direction, Vector({1, 0}));
  EXPECT_EQ(all.found[1].exact_value, Fraction(2));
  EXPECT_EQ(all.found[1].exact_direction, Vector({1, -1}));
}

TEST(Eigen, EachExactPairIsOne) {
  constexpr int kMost = 4;
  int exact = 0;
  for (int a = -kMost; a <= kMost; ++a) {
    for (int b = -kMost; b <= kMost; ++b) {
      for (int c = -kMost; c <= kMost; ++c) {
        const Matrix m{a, b, c, 1};
        for (const Eigen& each : eigens(m).found) {
          const Point moved = real(m) * each.direction;
          EXPECT_NEAR(moved.x, each.value * each.direction.x, 1e-12);
          EXPECT_NEAR(moved.y, each.value * each.direction.y, 1e-12);
          EXPECT_NEAR(std::hypot(each.direction.x, each.direction.y), 1, 1e-12);
          if (!each.exact_value) continue;
          EXPECT_EQ(m * *each.exact_direction, *each.exact_value * *each.exact_direction);
          ++exact;
        }
      }
    }
  }
  EXPECT_GT(exact, 200);
}

TEST(Eigen, IrrationalOnesAreKnownToBeReal) {
  const Eigens all = eigens({1, 1, 1, 0});
  ASSERT_EQ(all.found.size(), 2u);
  EXPECT_NEAR(all.found[0].value, (1 + std::sqrt(5)) / 2, 1e-15);
  EXPECT_FALSE(all.found[0].exact_value.has_value());
}

TEST(Eigen, EveryCaseIsToldApart) {
  EXPECT_EQ(eigens({1, 1, 0, 1}).kind, EigenCase::double_one);
  EXPECT_EQ(eigens({1, 1, 0, 1}).found.front().exact_direction, Vector({1, 0}));
  EXPECT_EQ(eigens({2, 0, 0, 2}).kind, EigenCase::double_everywhere);
  EXPECT_EQ(eigens({0, -1, 1, 0}).kind, EigenCase::complex);
  EXPECT_TRUE(eigens({0, -1, 1, 0}).found.empty());
  EXPECT_EQ(eigens({0, 1, 1, 0}).kind, EigenCase::two_real);
}

TEST(Eigen, TurnedBySaysHowFarAVectorLeavesItsDirection) {
  EXPECT_NEAR(turned_by({0, -1, 1, 0}, {1, 0}).value(), 90, 1e-12);
  EXPECT_NEAR(turned_by({3, 1, 0, 2}, {1, -1}).value(), 0, 1e-12);
  EXPECT_NEAR(std::abs(turned_by({-1, 0, 0, 1}, {1, 0}).value()), 180, 1e-12);
  EXPECT_NEAR(off_its_line({-1, 0, 0, 1}, {1, 0}).value(), 0, 1e-12);
  EXPECT_FALSE(turned_by({1, 1, 0, 1}, {0, 0}).has_value());
  EXPECT_EQ(off_its_line({0, 1, 0, 0}, {1, 0}), 0) << "λ = 0";
}

TEST(Eigen, ADiagonalMatrixInItsOwnBasis) {
  for (const Matrix& m : {Matrix{3, 1, 0, 2}, Matrix{2, 1, 1, 2}, Matrix{0, 1, 1, 0}}) {
    const auto diagonal = diagonalized(m);
    ASSERT_TRUE(diagonal.has_value());
    EXPECT_EQ(diagonal->p * diagonal->d * diagonal->inverse, m);
    EXPECT_EQ(diagonal->inverse * m * diagonal->p, diagonal->d);
  }
  EXPECT_FALSE(diagonalized({1, 1, 0, 1}).has_value()) << "one direction spans no plane";
  EXPECT_FALSE(diagonalized({0, -1, 1, 0}).has_value());
}

// A natural number of any length, base 10⁹, the lowest digits first.
class Natural {
 public:
  explicit Natural(std::uint64_t value) : digits_{value} {}
  [[nodiscard]] Natural times(std::uint64_t factor) const {
    Natural result(0);
    result.digits_.clear();
    std::uint64_t carried = 0;
    for (const std::uint64_t digit : digits_) {
      const std::uint64_t value = digit * factor + carried;
      result.digits_.push_back(value % kBase);
      carried = value / kBase;
    }
    if (carried > 0) result.digits_.push_back(carried);
    return result;
  }
  [[nodiscard]] Natural plus(const Natural& other) const {
    Natural result(0);
    result.digits_.clear();
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < std::max(digits_.size(), other.digits_.size()); ++i) {
      const std::uint64_t value = at(i) + other.at(i) + carried;
      result.digits_.push_back(value % kBase);
      carried = value / kBase;
    }
    if (carried > 0) result.digits_.push_back(carried);
    return result;
  }
  [[nodiscard]] double value() const {
    double sum = 0;
    for (std::size_t i = digits_.size(); i-- > 0;) {
      sum = sum * static_cast<double>(kBase) + static_cast<double>(digits_[i]);
    }
    return sum;
  }

 private:
  static constexpr std::uint64_t kBase = 1'000'000'000;
  [[nodiscard]] std::uint64_t at(std::size_t i) const {
    return i < digits_.size() ? digits_[i] : 0;
  }
  std::vector<std::uint64_t> digits_;
};

// By a hundred exact multiplications: | 3 1 | keeps its lower row apart, so b' = 3 b + d, d' = 2 d.
TEST(Power, TheHundredthIsWhatAHundredExactMultiplicationsMake) {
  Natural a(1), b(0), d(1);
  for (int i = 0; i < 100; ++i) {
    b = b.times(3).plus(d);
    a = a.times(3);
    d = d.times(2);
  }
  const Matrix m{3, 1, 0, 2};
  for (const RealMatrix& hundredth : {power(real(m), 100), power(diagonalized(m).value(), 100)}) {
    EXPECT_NEAR(hundredth.a / a.value(), 1, 1e-13);
    EXPECT_NEAR(hundredth.b / b.value(), 1, 1e-13);
    EXPECT_NEAR(hundredth.d / d.value(), 1, 1e-13);
    EXPECT_EQ(hundredth.c, 0);
  }
  EXPECT_EQ(printed(power(real(m), 100).a), "5.154 × 10⁴⁷");
}

TEST(Power, BothWaysAgreeForEverySmallExponent) {
  const Matrix m{2, 1, 1, 2};
  Matrix exact = kIdentity;
  for (std::uint32_t n = 1; n <= 12; ++n) {
    exact = m * exact;
    for (const RealMatrix& raised : {power(real(m), n), power(diagonalized(m).value(), n)}) {
      EXPECT_NEAR(raised.a, exact.a.value(), 1e-6) << n;
      EXPECT_NEAR(raised.b, exact.b.value(), 1e-6) << n;
    }
  }
}

TEST(Power, IsPrintedShort) {
  EXPECT_EQ(printed(243.0), "243");
  EXPECT_EQ(printed(-0.5), "−0.5");
  EXPECT_EQ(printed(0.0), "0");
  EXPECT_EQ(printed(999999.99999), "1000000");
  EXPECT_EQ(printed(9.9999e9), "1.000 × 10¹⁰");
  EXPECT_EQ(printed(-1.5e-7), "−1.500 × 10⁻⁷");
}

}  // namespace
}  // namespace warplens::algebra
