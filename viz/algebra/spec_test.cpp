#include "viz/algebra/spec.h"

#include <gtest/gtest.h>

namespace warplens::algebra {
namespace {

TEST(PlaneSpec, IsWrittenAndReadBack) {
  PlaneSpec spec;
  EXPECT_EQ(text_of(spec), "");
  spec = {{3, Fraction(-1, 2), 0, 2},
          {1, 1, 0, 1},
          {1, -1},
          Lens::power,
          100,
          {1, 2, 3},
          {0, 0, 1},
          {-45, 60}};
  EXPECT_EQ(
      text_of(spec),
      "lens=power A=[3 -1/2; 0 2] B=[1 1; 0 1] v=[1 -1] n=100 p=[1 2 3] q=[0 0 1] turn=-45,60");
  EXPECT_EQ(parse_plane(text_of(spec)).value(), spec);
  EXPECT_EQ(parse_plane("").value(), PlaneSpec{});
}

TEST(PlaneSpec, AMatrixIsTypedInSeveralWays) {
  const Matrix shear{1, 1, 0, 1};
  for (const char* text : {"1 1; 0 1", "[1 1; 0 1]", "1,1,0,1", "[1, 1; 0, 1]"}) {
    EXPECT_EQ(parse_matrix(text).value(), shear) << text;
  }
  EXPECT_EQ(parse_plane("A=[1, 1; 0, 1]   n=3").value().a, shear);
}

TEST(PlaneSpec, WhatIsWrongIsNamedInOneLine) {
  for (const char* wrong : {"A", "A=", "A=[1 2 3]", "A=[1 2 3 4 5]", "v=[1]", "p=[1 2]", "lens=up",
                            "n=0", "n=101", "n=x", "turn=30", "turn=30,91", "turn=360,0", "C=[1]",
                            "A=[1 2; 3 a]", "=", "lens=area lens", "A=[1 2; 3 99]"}) {
    const auto spec = parse_plane(wrong);
    ASSERT_FALSE(spec.has_value()) << wrong;
    EXPECT_NE(spec.error().message.in(Language::en), spec.error().message.in(Language::zh))
        << wrong;
    EXPECT_EQ(spec.error().message.in(Language::en).find('\n'), std::string::npos);
  }
  EXPECT_FALSE(parse_plane(std::string(401, ' ')).has_value());
  EXPECT_FALSE(parse_matrix("1 2 3").has_value());
}

}  // namespace
}  // namespace warplens::algebra
