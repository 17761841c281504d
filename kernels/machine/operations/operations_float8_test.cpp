// The 8-bit formats, by their definition: every code, and rounding between neighbouring codes.
#include "kernels/machine/operations/operations_float8.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

// OCP 8-bit Floating Point Specification, table 1: bias 7 with the top code NaN, bias 15 like IEEE.
double value(Float8Format format, unsigned code) {
  const int mantissa_bits = format == Float8Format::e4m3 ? 3 : 2;
  const int bias = format == Float8Format::e4m3 ? 7 : 15;
  const int exponent = static_cast<int>(code & 0x7f) >> mantissa_bits;
  const double fraction = (code & ((1u << mantissa_bits) - 1)) / std::exp2(mantissa_bits);
  const double magnitude =
      exponent == 0 ? fraction * std::exp2(1 - bias) : (1 + fraction) * std::exp2(exponent - bias);
  return (code & 0x80) != 0 ? -magnitude : magnitude;
}

class Float8 : public testing::TestWithParam<Float8Format> {
 protected:
  [[nodiscard]] unsigned largest() const { return GetParam() == Float8Format::e4m3 ? 0x7e : 0x7b; }
};

TEST_P(Float8, EveryFiniteCodeIsReadAndWrittenExactly) {
  for (unsigned sign : {0u, 0x80u}) {
    for (unsigned code = sign; code <= sign + largest(); ++code) {
      const double x = value(GetParam(), code);
      EXPECT_EQ(widen(GetParam(), static_cast<std::uint8_t>(code)), x) << code;
      EXPECT_EQ(narrow_to_float8(GetParam(), x), code) << x;
    }
  }
}

TEST_P(Float8, RoundsToTheNearestAndTiesToEven) {
  for (unsigned code = 0; code < largest(); ++code) {
    const double low = value(GetParam(), code), high = value(GetParam(), code + 1);
    const double middle = (low + high) / 2;
    EXPECT_EQ(narrow_to_float8(GetParam(), middle), code + (code & 1)) << middle;
    EXPECT_EQ(narrow_to_float8(GetParam(), std::nextafter(middle, low)), code);
    EXPECT_EQ(narrow_to_float8(GetParam(), std::nextafter(middle, high)), code + 1);
  }
}

TEST_P(Float8, WhatIsTooLargeBecomesTheLargestAndNanStaysNan) {
  EXPECT_EQ(narrow_to_float8(GetParam(), 1e30), largest());
  EXPECT_EQ(narrow_to_float8(GetParam(), -INFINITY), largest() | 0x80);
  EXPECT_EQ(narrow_to_float8(GetParam(), NAN), 0x7f);
  EXPECT_TRUE(std::isnan(widen(GetParam(), 0x7f)));
}

INSTANTIATE_TEST_SUITE_P(Formats, Float8, testing::Values(Float8Format::e4m3, Float8Format::e5m2));

TEST(Float8Operations, ConvertPairsWithTheFirstOperandOnTop) {
  const auto f = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  expect_rows(std::vector<Row>{
      {"cvt.rn.satfinite.e4m3x2.f32 d, a, b", {f(1), f(-2)}, {0x38c0}},
      {"cvt.rn.satfinite.e5m2x2.f32 d, a, b", {f(1), f(-2)}, {0x3cc0}},
      {"cvt.rn.satfinite.relu.e4m3x2.f32 d, a, b", {f(-1), f(2)}, {0x0040}},
      {"cvt.rn.satfinite.e4m3x2.f16x2 d, a", {0x3c00c000}, {0x38c0}},
      {"cvt.rn.f16x2.e4m3x2 d, a", {0x38c0}, {0x3c00c000}},
      {"cvt.rn.f16x2.e5m2x2 d, a", {0x3cc0}, {0x3c00c000}},
      {"cvt.rn.relu.f16x2.e5m2x2 d, a", {0x3cc0}, {0x3c000000}},
  });
}

TEST(MoveOperations, PackTwoBytes) {
  expect_rows(std::vector<Row>{{"mov.b16 d, {a,b}", {0x1234, 0x56}, {0x5634}}});
}

}  // namespace
}  // namespace warplens::machine
