#include "app/cli/own_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::cli {
namespace {

using catalog::ElementType;
using testing::HasSubstr;

std::uint64_t bits(ElementType type, std::string_view text) {
  const auto value = parse_value(type, text);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(~std::uint64_t{0});
}

TEST(ScalarValue, IntegersKeepTheirTwosComplementInTheTypesWidth) {
  EXPECT_EQ(bits(ElementType::i8, "-1"), 0xffu);
  EXPECT_EQ(bits(ElementType::i32, "-2147483648"), 0x80000000u);
  EXPECT_EQ(bits(ElementType::u64, "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(bits(ElementType::i64, "+7"), 7u);
}

TEST(ScalarValue, SmallFloatsRoundToNearestEven) {
  EXPECT_EQ(bits(ElementType::f16, "1"), 0x3c00u);
  EXPECT_EQ(bits(ElementType::f16, "2049"), 0x6800u);
  EXPECT_EQ(bits(ElementType::f16, "2051"), 0x6802u);
  EXPECT_EQ(bits(ElementType::f16, "-inf"), 0xfc00u);
  EXPECT_EQ(bits(ElementType::f16, "6e-8"), 0x0001u);
  EXPECT_EQ(bits(ElementType::bf16, "1"), 0x3f80u);
  EXPECT_EQ(bits(ElementType::bf16, "257"), 0x4380u);
  EXPECT_EQ(bits(ElementType::bf16, "259"), 0x4382u);
}

TEST(ScalarValue, FloatsAreReadInTheirOwnPrecision) {
  EXPECT_EQ(bits(ElementType::f32, "0.1"), 0x3dcccccdu);
  EXPECT_EQ(bits(ElementType::f64, "0.1"), 0x3fb999999999999au);
}

TEST(ScalarValue, WhatTheTypeCannotHoldIsAnError) {
  for (const auto& [type, text] :
       std::vector<std::pair<ElementType, std::string_view>>{{ElementType::u8, "256"},
                                                             {ElementType::u8, "-1"},
                                                             {ElementType::i16, "32768"},
                                                             {ElementType::f16, "65520"},
                                                             {ElementType::bf16, "1e39"},
                                                             {ElementType::f32, "1e39"},
                                                             {ElementType::i32, ""},
                                                             {ElementType::i32, "1 "},
                                                             {ElementType::f32, "1,5"}}) {
    EXPECT_FALSE(parse_value(type, text).has_value()) << text;
  }
}

TEST(Arguments, BuffersDefaultToZeroAndKnowTheirFill) {
  const auto plain = std::get<run::OwnBuffer>(*parse_argument("y:out:f32[8]"));
  EXPECT_EQ(plain.name, "y");
  EXPECT_EQ(plain.role, catalog::BufferRole::out);
  EXPECT_EQ(plain.count, 8u);
  EXPECT_EQ(plain.fill.kind, catalog::Fill::Kind::zero);
  const auto random = std::get<run::OwnBuffer>(*parse_argument("x:inout:bf16[3]=random:42"));
  EXPECT_EQ(random.fill.kind, catalog::Fill::Kind::random);
  EXPECT_EQ(random.fill.seed, 42u);
  EXPECT_EQ(random.type, ElementType::bf16);
}

TEST(Arguments, NamesAreGivenOnce) {
  const auto twice = parse_arguments({"n:i32=1", "n:f32=2"});
  ASSERT_FALSE(twice.has_value());
  EXPECT_THAT(twice.error().message, HasSubstr("'n'"));
}

TEST(Arguments, AnyTextIsSafe) {
  for (const char* text : {"", ":", "::", "=", "a:", "a::", "a:in:", "a:in:f32", "a:in:[]",
                           "a:in:f32[]=", "a:in:f32[1]]", "a:b:c:d=1", ":in:f32[1]", "a:in:f32["}) {
    EXPECT_FALSE(parse_argument(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::cli
