// Sums of scaled products: how much is kept of them. The rows are those of arXiv 2511.10909, table
// 8, and of its algorithms 8 and 9; no hardware was asked.
#include "kernels/machine/operations/scaled_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace warplens::machine {
namespace {

using enum MatrixElement;

struct Line {
  std::vector<float> values;
  ScaleBytes scales;
};

float sum_of(const ScaledSum& how, Line a, Line b, float sum) {
  a.values.resize(how.depth);
  b.values.resize(how.depth);
  return sum_scaled(how, scaled_line(how, how.a, a.values.data(), a.scales),
                    scaled_line(how, how.b, b.values.data(), b.scales), sum);
}

constexpr std::uint8_t kOne = 127;
std::uint8_t power(int exponent) { return static_cast<std::uint8_t>(127 + exponent); }

// 2^23 − 2^23 − 0.5 − 0.25 − 0.125: of single products 25 bits are kept, of groups 35.
TEST(ScaledSums, KeepAsManyBitsAsTheirKind) {
  const ScaledSum bytes = scaled_sum(e5m2, e5m2, ScaleFormat::ue8m0, 32, 1);
  EXPECT_EQ(
      sum_of(bytes, {{-8192, -0.5, -0.25, -0.125}, {kOne}}, {{1024, 1, 1, 1}, {kOne}}, 0x1p23f),
      -0.75f);
  const ScaledSum nibbles = scaled_sum(e2m1_packed, e2m1_packed, ScaleFormat::ue8m0, 64, 4);
  Line a{std::vector<float>(64), {power(11), kOne, kOne, kOne}}, b = a;
  b.scales = {power(8), power(-1), kOne, kOne};
  a.values[0] = -4, b.values[0] = 4;
  a.values[16] = a.values[17] = -1, a.values[18] = -0.5;
  b.values[16] = 1, b.values[17] = b.values[18] = 0.5;
  EXPECT_EQ(sum_of(nibbles, a, b, 0x1p23f), -0.875f);
}

TEST(ScaledSums, TakeTheExponentOfScalesToo) {
  const ScaledSum bytes = scaled_sum(e4m3, e4m3, ScaleFormat::ue8m0, 32, 1);
  EXPECT_EQ(sum_of(bytes, {{1.5}, {power(60)}}, {{1}, {power(-50)}}, 1), 1537.0f);
  EXPECT_EQ(sum_of(bytes, {{1, 0x1p-6f}, {power(10)}}, {{1, 0x1p-6f}, {power(10)}}, 0), 1048832);
  EXPECT_EQ(sum_of(bytes, {{1}, {power(-10)}}, {{1}, {power(-16)}}, 1), 1);
  EXPECT_EQ(sum_of(bytes, {{448}, {power(127)}}, {{1}, {kOne}}, 0), HUGE_VALF);
  EXPECT_EQ(sum_of(bytes, {{1}, {0}}, {{1}, {0}}, 0), 0);
}

TEST(ScaledSums, OfWhatIsNoNumberIsNone) {
  const ScaledSum bytes = scaled_sum(e5m2, e4m3, ScaleFormat::ue8m0, 32, 1);
  EXPECT_TRUE(std::isnan(sum_of(bytes, {{1}, {0xff}}, {{1}, {kOne}}, 0)));
  EXPECT_TRUE(std::isnan(sum_of(bytes, {{0}, {kOne}}, {{0}, {0xff}}, 0)));
  EXPECT_TRUE(std::isnan(sum_of(bytes, {{HUGE_VALF}, {kOne}}, {{0}, {kOne}}, 0)));
  EXPECT_EQ(sum_of(bytes, {{HUGE_VALF}, {kOne}}, {{-1}, {kOne}}, 0), -HUGE_VALF);
  const ScaledSum nibbles = scaled_sum(e2m1_packed, e2m1_packed, ScaleFormat::ue4m3, 64, 4);
  EXPECT_TRUE(std::isnan(
      sum_of(nibbles, {{1}, {0x7f, 0x38, 0x38, 0x38}}, {{1}, {0x38, 0x38, 0x38, 0x38}}, 0)));
}

TEST(ScaledSums, ScaleByEightBitsWithoutASign) {
  EXPECT_EQ(scale_value(ScaleFormat::ue4m3, 0xb8), 1);
  EXPECT_EQ(scale_value(ScaleFormat::ue4m3, 0x7e), 448);
  EXPECT_EQ(scale_value(ScaleFormat::ue4m3, 0x01), 0x1p-9);
  EXPECT_EQ(scale_value(ScaleFormat::ue8m0, 0), 0x1p-127);
  const ScaledSum how = scaled_sum(e2m1_packed, e2m1_packed, ScaleFormat::ue4m3, 64, 4);
  EXPECT_EQ(sum_of(how, {{6, 0.5}, {0x39, 0, 0, 0}}, {{0.5, 3}, {0x3a, 0, 0, 0}}, 0),
            4.5f * 1.125f * 1.25f);
}

}  // namespace
}  // namespace warplens::machine
