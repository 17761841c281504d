#include "viz/algebra/fraction.h"

#include <gtest/gtest.h>

namespace warplens::algebra {
namespace {

TEST(Fraction, IsInLowestTermsWithItsSignAbove) {
  EXPECT_EQ(Fraction(6, -4), Fraction(-3, 2));
  EXPECT_EQ(text_of(Fraction(6, -4)), "-3/2");
  EXPECT_EQ(printed(Fraction(6, -4)), "−3/2");
  EXPECT_EQ(Fraction(0, 7), Fraction(0));
}

TEST(Fraction, SumsAndProductsAreExact) {
  EXPECT_EQ(Fraction(1, 3) + Fraction(1, 6), Fraction(1, 2));
  EXPECT_EQ(Fraction(1, 3) - Fraction(1, 3), Fraction(0));
  EXPECT_EQ(Fraction(2, 3) * Fraction(3, 4), Fraction(1, 2));
  EXPECT_EQ(Fraction(2, 3) / Fraction(-4, 3), Fraction(-1, 2));
}

TEST(Fraction, HasARationalRootOrNone) {
  EXPECT_EQ(square_root(Fraction(9, 4)), Fraction(3, 2));
  EXPECT_EQ(square_root(0), Fraction(0));
  EXPECT_FALSE(square_root(2).has_value());
  EXPECT_FALSE(square_root(-4).has_value());
}

TEST(Fraction, IsTypedAsPeopleDo) {
  EXPECT_EQ(parse_fraction(" -0.25 ").value(), Fraction(-1, 4));
  EXPECT_EQ(parse_fraction(".5").value(), Fraction(1, 2));
  EXPECT_EQ(parse_fraction("-4/6").value(), Fraction(-2, 3));
  EXPECT_EQ(parse_fraction("20").value(), Fraction(20));
  for (const char* wrong : {"", "-", "1/0", "a", "--1", "1e3", "1.", "0x1", "1/-2", "9999999999"}) {
    const auto number = parse_fraction(wrong);
    ASSERT_FALSE(number.has_value()) << wrong;
    EXPECT_NE(number.error().message.in(Language::en), number.error().message.in(Language::zh));
  }
}

TEST(Fraction, OfAnEntryKeepsToItsLimits) {
  for (const char* beyond : {"21", "-20.5", "1/21", "0.01"}) {
    ASSERT_FALSE(parse_fraction(beyond).has_value()) << beyond;
    EXPECT_NE(parse_fraction(beyond).error().message.in(Language::en).find("20"),
              std::string::npos);
  }
}

TEST(Fraction, NearestIsOfTheAskedParts) {
  EXPECT_EQ(nearest(0.3, 4), Fraction(1, 4));
  EXPECT_EQ(nearest(-0.9, 4), Fraction(-1));
  EXPECT_EQ(nearest(1e9, 4), Fraction(kLargestEntry));
}

}  // namespace
}  // namespace warplens::algebra
