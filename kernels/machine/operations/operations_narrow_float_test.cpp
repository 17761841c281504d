// The formats of 8, 6 and 4 bits, by their definition: every code, and rounding between
// neighbouring codes.
#include "kernels/machine/operations/operations_narrow_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

struct Format {
  NarrowFloat format;
  int mantissa_bits, bias;
  unsigned sign, largest;
  bool has_nan;
};

// OCP 8-bit Floating Point Specification, table 1: bias 7 with the top code NaN, bias 15 like IEEE.
// OCP Microscaling Formats (MX) Specification, tables 2 to 4: e3m2 bias 3, e2m3 and e2m1 bias 1,
// every code a number.
constexpr Format kFormats[] = {{NarrowFloat::e4m3, 3, 7, 0x80, 0x7e, true},
                               {NarrowFloat::e5m2, 2, 15, 0x80, 0x7b, true},
                               {NarrowFloat::e2m3, 3, 1, 0x20, 0x1f, false},
                               {NarrowFloat::e3m2, 2, 3, 0x20, 0x1f, false},
                               {NarrowFloat::e2m1, 1, 1, 0x08, 0x07, false}};

double value(const Format& format, unsigned code) {
  const int exponent = static_cast<int>(code & (format.sign - 1)) >> format.mantissa_bits;
  const double fraction =
      (code & ((1u << format.mantissa_bits) - 1)) / std::exp2(format.mantissa_bits);
  const double magnitude = exponent == 0 ? fraction * std::exp2(1 - format.bias)
                                         : (1 + fraction) * std::exp2(exponent - format.bias);
  return (code & format.sign) != 0 ? -magnitude : magnitude;
}

class NarrowFloats : public testing::TestWithParam<Format> {
 protected:
  [[nodiscard]] static unsigned largest() { return GetParam().largest; }
  [[nodiscard]] static float widened(unsigned code) {
    return widen(GetParam().format, static_cast<std::uint8_t>(code));
  }
  [[nodiscard]] static unsigned narrowed(double x) { return round_to_narrow(GetParam().format, x); }
};

TEST_P(NarrowFloats, EveryFiniteCodeIsReadAndWrittenExactly) {
  for (unsigned sign : {0u, GetParam().sign}) {
    for (unsigned code = sign; code <= sign + largest(); ++code) {
      const double x = value(GetParam(), code);
      EXPECT_EQ(widened(code), x) << code;
      EXPECT_EQ(narrowed(x), code) << x;
    }
  }
}

TEST_P(NarrowFloats, RoundsToTheNearestAndTiesToEven) {
  for (unsigned code = 0; code < largest(); ++code) {
    const double low = value(GetParam(), code), high = value(GetParam(), code + 1);
    const double middle = (low + high) / 2;
    EXPECT_EQ(narrowed(middle), code + (code & 1)) << middle;
    EXPECT_EQ(narrowed(std::nextafter(middle, low)), code);
    EXPECT_EQ(narrowed(std::nextafter(middle, high)), code + 1);
  }
}

TEST_P(NarrowFloats, WhatIsTooLargeBecomesTheLargestAndNanStaysNanWhereThereIsOne) {
  EXPECT_EQ(narrowed(1e30), largest());
  EXPECT_EQ(narrowed(-INFINITY), largest() | GetParam().sign);
  EXPECT_EQ(narrowed(NAN), GetParam().has_nan ? 0x7f : largest());
  EXPECT_EQ(std::isnan(widened(0x7f)), GetParam().has_nan);
}

INSTANTIATE_TEST_SUITE_P(Formats, NarrowFloats, testing::ValuesIn(kFormats));

TEST(NarrowFloatOperations, ConvertPairsWithTheFirstOperandOnTop) {
  const auto f = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  expect_rows(std::vector<Row>{
      {"cvt.rn.satfinite.e4m3x2.f32 d, a, b", {f(1), f(-2)}, {0x38c0}},
      {"cvt.rn.satfinite.e5m2x2.f32 d, a, b", {f(1), f(-2)}, {0x3cc0}},
      {"cvt.rn.satfinite.relu.e4m3x2.f32 d, a, b", {f(-1), f(2)}, {0x0040}},
      {"cvt.rn.satfinite.e4m3x2.f16x2 d, a", {0x3c00c000}, {0x38c0}},
      {"cvt.rn.f16x2.e4m3x2 d, a", {0x38c0}, {0x3c00c000}},
      {"cvt.rn.f16x2.e5m2x2 d, a", {0x3cc0}, {0x3c00c000}},
      {"cvt.rn.relu.f16x2.e5m2x2 d, a", {0x3cc0}, {0x3c000000}},
      {"cvt.rn.satfinite.e2m3x2.f32 d, a, b", {f(1), f(-2)}, {0x0830}},
      {"cvt.rn.satfinite.e3m2x2.f32 d, a, b", {f(1), f(-2)}, {0x0c30}},
      {"cvt.rn.satfinite.e2m1x2.f32 d, a, b", {f(1), f(-2)}, {0x2c}},
      {"cvt.rn.satfinite.relu.e2m1x2.f32 d, a, b", {f(-1), f(NAN)}, {0x07}},
      {"cvt.rn.f16x2.e2m3x2 d, a", {0x0830}, {0x3c00c000}},
      {"cvt.rn.f16x2.e3m2x2 d, a", {0x0c30}, {0x3c00c000}},
      {"cvt.rn.f16x2.e2m1x2 d, a", {0x2c}, {0x3c00c000}},
      {"cvt.rn.relu.f16x2.e2m1x2 d, a", {0x2c}, {0x3c000000}},
      {"cvt.rn.satfinite.e2m1x2.f16x2 d, a", {0x3c00c000}, {0x2c}},
      {"cvt.rn.satfinite.relu.e2m3x2.f16x2 d, a", {0x3c00c000}, {0x0800}},
      {"cvt.rn.satfinite.e3m2x2.bf16x2 d, a", {0x3f80c000}, {0x0c30}},
      {"cvt.rn.satfinite.e4m3x2.bf16x2 d, a", {0x3f807f80}, {0x387e}},
      {"cvt.rn.satfinite.e2m1x2.bf16x2 d, a", {0x7fffc000}, {0x7c}},
  });
}

TEST(NarrowFloatOperations, WidenToBFloatsThatPowersOfTwoScale) {
  expect_rows(std::vector<Row>{
      {"cvt.rn.bf16x2.e4m3x2 d, a", {0x38c0}, {0x3f80c000}},
      {"cvt.rn.bf16x2.e5m2x2 d, a", {0x7cfd}, {0x7f807fff}},
      {"cvt.rn.relu.satfinite.bf16x2.e5m2x2 d, a", {0x7cc0}, {0x7f7f0000}},
      {"cvt.rn.bf16x2.e2m1x2 d, a", {0x2c}, {0x3f80c000}},
      {"cvt.rn.scaled::n2::ue8m0.bf16x2.e2m1x2 d, a, b", {0x2c, 0x817e}, {0x4080bf80}},
      {"cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 d, a, b", {0x7e38, 0xfeff}, {0x7f807fff}},
      {"cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e4m3x2 d, a, b", {0xfe38, 0xfe00}, {0xff7f0040}},
  });
  EXPECT_FALSE(find_operation(instruction_of("cvt.rn.satfinite.f16x2.e4m3x2 d, a"), {}));
  EXPECT_FALSE(find_operation(instruction_of("cvt.rn.e4m3x2.f16x2 d, a"), {}));
}

TEST(NarrowFloatOperations, ConvertToPowersOfTwoAndBack) {
  const auto f = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  const float least = 0x1p-127f;
  expect_rows(std::vector<Row>{
      {"cvt.rz.ue8m0x2.f32 d, a, b", {f(1), f(3)}, {0x7f80}},
      {"cvt.rp.ue8m0x2.f32 d, a, b", {f(1), f(3)}, {0x7f81}},
      {"cvt.rp.ue8m0x2.f32 d, a, b", {f(-2.5f), f(0)}, {0x8100}},
      {"cvt.rp.ue8m0x2.f32 d, a, b", {f(least), f(std::nextafter(least, 1.0f))}, {0x0001}},
      {"cvt.rz.ue8m0x2.f32 d, a, b", {f(least / 2), f(0x1p-126f)}, {0x0001}},
      {"cvt.rz.ue8m0x2.f32 d, a, b", {f(INFINITY), f(NAN)}, {0xffff}},
      {"cvt.rz.satfinite.ue8m0x2.f32 d, a, b", {f(INFINITY), f(NAN)}, {0xfeff}},
      {"cvt.rp.ue8m0x2.f32 d, a, b", {f(0x1.8p127f), f(0x1p127f)}, {0xfffe}},
      {"cvt.rp.satfinite.ue8m0x2.f32 d, a, b", {f(0x1.8p127f), f(0x1p127f)}, {0xfefe}},
      {"cvt.rp.ue8m0x2.bf16x2 d, a", {0x3f804040}, {0x7f81}},
      {"cvt.rz.satfinite.ue8m0x2.bf16x2 d, a", {0x7f807fc0}, {0xfeff}},
      {"cvt.rn.bf16x2.ue8m0x2 d, a", {0x7f81}, {0x3f804080}},
      {"cvt.rn.bf16x2.ue8m0x2 d, a", {0x00ff}, {0x00407fff}},
  });
}

TEST(MoveOperations, PackAndUnpackBytes) {
  expect_rows(std::vector<Row>{
      {"mov.b16 d, {a,b}", {0x1234, 0x56}, {0x5634}},
      {"mov.b32 d, {a,b,c,e}", {0x1234, 0x56, 0x78, 0xff9a}, {0x9a785634}},
      {"mov.b16 {d, e}, a", {0x8034}, {0x34, 0x80}},
      {"mov.b32 {d, e, f, g}, a", {0x9a785634}, {0x34, 0x56, 0x78, 0x9a}},
  });
}

}  // namespace
}  // namespace warplens::machine
