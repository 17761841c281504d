// cvt.rs: which bits round which value, and the carry that rounds away from zero.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

std::uint64_t single(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(StochasticOperations, RoundAwayFromZeroWhereTheBitsCarry) {
  const float over = 1 + 0x1p-11f;  // half of the last place of f16 above 1
  expect_rows(std::vector<Row>{
      {"cvt.rs.f16x2.f32 d, a, b, c", {single(over), single(over), 0x10000fff}, {0x3c013c00}},
      {"cvt.rs.f16x2.f32 d, a, b, c", {single(-over), single(over), 0x0fff1000}, {0xbc003c01}},
      // The upper three bits of a half are not looked at.
      {"cvt.rs.f16x2.f32 d, a, b, c", {single(over), single(1), 0xefffffff}, {0x3c003c00}},
      {"cvt.rs.bf16x2.f32 d, a, b, c", {single(over), single(over), 0xf000efff}, {0x3f813f80}},
      {"cvt.rs.relu.f16x2.f32 d, a, b, c", {single(-1), single(NAN), 0}, {0x00007fff}},
      {"cvt.rs.f16x2.f32 d, a, b, c", {single(65519), single(65519), 0x1fff0000}, {0x7c007bff}},
      {"cvt.rs.satfinite.f16x2.f32 d, a, b, c",
       {single(65519), single(-1e9f), 0x1fff0000},
       {0x7bfffbff}},
  });
}

TEST(StochasticOperations, RoundFourByTwoSetsOfBits) {
  const auto x = single(1 + 0x1p-4f);  // half of the last place of e4m3
  const auto y = single(1 + 0x1p-3f);  // half of that of e5m2
  const std::string text = " d, {a, b, c, e}, f";
  expect_rows(std::vector<Row>{
      {"cvt.rs.satfinite.e4m3x4.f32 d, {a, b, c, e}, f", {x, x, x, x, 0x80007fff}, {0x39393838}},
      {"cvt.rs.satfinite.e4m3x4.f32 d, {a, b, c, e}, f", {x, x, x, x, 0x7fff8000}, {0x38383939}},
      {"cvt.rs.satfinite.e5m2x4.f32 d, {a, b, c, e}, f", {y, y, y, y, 0x80007fff}, {0x3d3d3c3c}},
      {"cvt.rs.satfinite.e2m3x4.f32 d, {a, b, c, e}, f", {x, x, x, x, 0x80007fff}, {0x09090808}},
      {"cvt.rs.satfinite.e3m2x4.f32 d, {a, b, c, e}, f", {y, y, y, y, 0x80007fff}, {0x0d0d0c0c}},
      {"cvt.rs.satfinite.relu.e4m3x4.f32 d, {a, b, c, e}, f",
       {single(1e9f), single(-1), single(NAN), single(2), 0xffffffff},
       {0x7e007f40}},
  });
  EXPECT_FALSE(find_operation(instruction_of("cvt.rs.e4m3x4.f32" + text), {}));
  EXPECT_FALSE(find_operation(instruction_of("cvt.rs.satfinite.e2m1x4.f32" + text), {}));
}

// Of 16 random bits, as many as are cut off of 2^16 go away from zero, of subnormal results too.
TEST(StochasticOperations, RoundAsOftenAsTheRestSays) {
  const double quarter = std::ldexp(1.0, -14) + std::ldexp(1.0, -26);
  const double subnormal = std::ldexp(1.0, -24) * 1.25;
  for (const double x : {quarter, subnormal}) {
    int away = 0;
    for (std::uint32_t bits = 0; bits < 8192; ++bits) {
      away += narrow(x, kF16, RandomBits{bits, 13}) != narrow(x, kF16, Rounding::to_zero);
    }
    EXPECT_EQ(away, 2048) << x;
  }
}

}  // namespace
}  // namespace warplens::machine
