#include "kernels/run/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/base/small_float.h"

namespace warplens::run {
namespace {

using catalog::BufferSpec;
using catalog::ElementType;
using catalog::Fill;
using testing::HasSubstr;

BufferSpec spec_of(ElementType type, std::uint64_t columns, Fill fill = {}) {
  BufferSpec spec;
  spec.name = "x";
  spec.type = type;
  spec.columns = columns;
  spec.fill = fill;
  return spec;
}

template <class T>
std::vector<T> filled(const BufferSpec& spec) {
  std::vector<T> values(*bytes_of(spec) / sizeof(T));
  fill(spec, std::as_writable_bytes(std::span<T>(values)));
  return values;
}

template <class T>
std::optional<trace::Mismatch> compared(ElementType type, const std::vector<T>& expected,
                                        const std::vector<T>& actual,
                                        const catalog::Tolerance& tolerance) {
  std::optional<trace::Mismatch> mismatch;
  compare(spec_of(type, expected.size()), std::as_bytes(std::span(expected)),
          std::as_bytes(std::span(actual)), tolerance, mismatch);
  return mismatch;
}

TEST(Fills, IotaIsTheIndexInTheElementsType) {
  const Fill iota{Fill::Kind::iota, 0};
  EXPECT_EQ(filled<float>(spec_of(ElementType::f32, 3, iota)), (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(filled<std::uint8_t>(spec_of(ElementType::u8, 258, iota)).at(257), 1);
  EXPECT_EQ(from_half(filled<std::uint16_t>(spec_of(ElementType::f16, 100, iota)).at(99)), 99);
}

TEST(Fills, IotaCountsElementsNotPadding) {
  BufferSpec spec = spec_of(ElementType::i32, 2, {Fill::Kind::iota, 0});
  spec.rows = 2;
  spec.pitch = 12;
  EXPECT_EQ(filled<std::int32_t>(spec), (std::vector<std::int32_t>{0, 1, 0, 2, 3, 0}));
}

TEST(Fills, RandomFloatsLieBetweenMinusOneAndOneAndDependOnTheSeed) {
  const auto values = filled<float>(spec_of(ElementType::f32, 10000, {Fill::Kind::random, 7}));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), -1.0f);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1.0f);
  EXPECT_LT(*std::min_element(values.begin(), values.end()), -0.99f);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 0.99f);
  EXPECT_EQ(values, filled<float>(spec_of(ElementType::f32, 10000, {Fill::Kind::random, 7})));
  EXPECT_NE(values, filled<float>(spec_of(ElementType::f32, 10000, {Fill::Kind::random, 8})));
}

TEST(Fills, RandomIntegersUseTheirWholeRange) {
  const auto values = filled<std::int8_t>(spec_of(ElementType::i8, 10000, {Fill::Kind::random, 1}));
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -128);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 127);
}

// Large buffers are filled by several threads: the same elements, wherever their parts meet.
TEST(Fills, OfAnyLengthAndPitchGiveEachElementItsOwnValue) {
  BufferSpec spec = spec_of(ElementType::u64, 1500, {Fill::Kind::iota, 0});
  spec.rows = 3001;
  spec.pitch = 1503 * 8;
  const auto values = filled<std::uint64_t>(spec);
  for (std::uint64_t row = 0; row < spec.rows; ++row) {
    for (std::uint64_t column = 0; column < 1503; ++column) {
      const std::uint64_t value = column < 1500 ? row * 1500 + column : 0;
      ASSERT_EQ(values[row * 1503 + column], value) << row << ", " << column;
    }
  }
}

// The published first outputs of SplitMix64 for seed 1234567 (Rosetta Code, "Pseudo-random
// numbers/Splitmix64").
TEST(Fills, RandomIsSplitMix64) {
  const auto values =
      filled<std::uint64_t>(spec_of(ElementType::u64, 2, {Fill::Kind::random, 1234567}));
  EXPECT_EQ(values, (std::vector<std::uint64_t>{6457827717110365317u, 3203168211198807973u}));
}

TEST(Sizes, RefuseWhatIsEmptyOverflowsOrDoesNotFit) {
  EXPECT_EQ(bytes_of(spec_of(ElementType::f64, 3)).value(), 24u);
  EXPECT_THAT(bytes_of(spec_of(ElementType::f32, 0)).error().message.in(Language::en),
              HasSubstr("no elements"));
  EXPECT_THAT(bytes_of(spec_of(ElementType::f32, ~0ull / 2)).error().message.in(Language::en),
              HasSubstr("at most 16 GiB"));
  EXPECT_THAT(bytes_of(spec_of(ElementType::f32, 1ull << 33)).error().message.in(Language::en),
              HasSubstr("too large"));
  BufferSpec spec = spec_of(ElementType::f32, 8);
  spec.rows = ~0ull;
  EXPECT_FALSE(bytes_of(spec).has_value());
  spec.rows = 2;
  spec.pitch = 30;
  EXPECT_THAT(bytes_of(spec).error().message.in(Language::en), HasSubstr("pitch 30"));
}

TEST(Comparing, WithoutToleranceBitsMustBeEqual) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(compared<float>(ElementType::f32, {1, nan}, {1, nan}, {}).has_value());
  const auto mismatch = compared<float>(ElementType::f32, {1, 0, 3}, {1, -0.0f, 4}, {});
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->buffer, "x");
  EXPECT_EQ(mismatch->element, 1u);
  EXPECT_EQ(mismatch->expected, "0");
  EXPECT_EQ(mismatch->actual, "-0");
  EXPECT_EQ(mismatch->count, 2u);
}

TEST(Comparing, ToleranceIsRelativeToWhatIsExpected) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(compared<float>(ElementType::f32, {1000}, {1001}, {.relative = 1e-2}).has_value());
  EXPECT_TRUE(compared<float>(ElementType::f32, {1000}, {1011}, {.relative = 1e-2}).has_value());
  EXPECT_TRUE(compared<float>(ElementType::f32, {1}, {nan}, {.relative = 1e-2}).has_value());
  EXPECT_TRUE(compared<float>(ElementType::f32, {nan}, {1}, {.relative = 1e-2}).has_value());
  EXPECT_FALSE(compared<std::uint16_t>(ElementType::f16, {to_half(2.0)}, {to_half(2.002)},
                                       {.relative = 1e-2})
                   .has_value());
}

TEST(Comparing, AnAbsoluteToleranceIsForSumsWhoseTermsCancel) {
  const catalog::Tolerance tolerance{.relative = 1e-6, .absolute = 0.5};
  EXPECT_FALSE(compared<float>(ElementType::f32, {0}, {0.5f}, tolerance).has_value());
  EXPECT_TRUE(compared<float>(ElementType::f32, {0}, {0.51f}, tolerance).has_value());
  EXPECT_FALSE(compared<float>(ElementType::f32, {1e6f}, {1e6f + 1}, tolerance).has_value());
}

TEST(Comparing, PaddingIsNotCompared) {
  BufferSpec spec = spec_of(ElementType::u8, 1);
  spec.rows = 2;
  spec.pitch = 2;
  const std::array<std::byte, 4> expected{};
  std::array<std::byte, 4> actual{};
  std::optional<trace::Mismatch> mismatch;
  actual[1] = actual[3] = std::byte{9};
  compare(spec, expected, actual, {}, mismatch);
  EXPECT_FALSE(mismatch.has_value());
  actual[2] = std::byte{9};
  compare(spec, expected, actual, {}, mismatch);
  EXPECT_EQ(mismatch.value().element, 1u);
}

TEST(SmallFloats, EveryFiniteValueSurvivesTheWayThroughDouble) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    if (!std::isnan(from_half(pattern))) {
      EXPECT_EQ(to_half(from_half(pattern)), pattern);
    }
    if (!std::isnan(from_bfloat(pattern))) {
      EXPECT_EQ(to_bfloat(from_bfloat(pattern)), pattern);
    }
  }
}

TEST(SmallFloats, RoundToNearestEvenAndOverflowToInfinity) {
  EXPECT_EQ(to_half(1.0), 0x3c00);
  EXPECT_EQ(to_half(2049.0), to_half(2048.0));  // a tie, to even
  EXPECT_EQ(to_half(2051.0), to_half(2052.0));
  EXPECT_EQ(to_half(65519.0), 0x7bff);
  EXPECT_EQ(to_half(65520.0), 0x7c00);
  EXPECT_EQ(to_half(std::ldexp(1.0, -25)), 0);  // half of the smallest: a tie, to zero
  EXPECT_EQ(to_bfloat(-2.0), 0xc000);
  EXPECT_TRUE(std::isnan(from_half(to_half(std::nan("")))));
}

TEST(Fill, OfAConstantIsThatInEveryElement) {
  Fill five{Fill::Kind::constant, 0};
  five.value = 5;
  for (const float value : filled<float>(spec_of(ElementType::f32, 9, five))) EXPECT_EQ(value, 5);
  five.value = 1e9;
  EXPECT_EQ(filled<std::uint8_t>(spec_of(ElementType::u8, 1, five))[0], 255);
}

TEST(Fill, OfIotaBeginsAnewAfterItsModulus) {
  Fill iota{Fill::Kind::iota, 0};
  iota.modulus = 3;
  EXPECT_EQ(filled<std::int32_t>(spec_of(ElementType::i32, 7, iota)),
            (std::vector<std::int32_t>{0, 1, 2, 0, 1, 2, 0}));
}

TEST(Fill, OfARandomRangeReachesBothEndsAndNoFurther) {
  Fill random{Fill::Kind::random, 1};
  random.range = catalog::FillRange{-2, 5};
  const auto values = filled<std::int32_t>(spec_of(ElementType::i32, 1000, random));
  EXPECT_EQ(*std::ranges::min_element(values), -2);
  EXPECT_EQ(*std::ranges::max_element(values), 5);
  for (const float value : filled<float>(spec_of(ElementType::f32, 1000, random))) {
    EXPECT_GE(value, -2);
    EXPECT_LE(value, 5);
  }
}

}  // namespace
}  // namespace warplens::run
