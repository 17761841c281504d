#include "viz/swizzle/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "viz/swizzle/map.h"

namespace warplens::swizzle {
namespace {

using testing::HasSubstr;

constexpr std::array<std::int32_t, 5> kValues = {5, 12, 32, 64, 5 * 64 + 12};

std::int32_t value_of(const std::string& text) {
  const auto expression = Expression::parse(text, kMapNames);
  EXPECT_TRUE(expression.has_value()) << expression.error().message.in(Language::en);
  if (!expression.has_value()) return 0;
  const auto value = expression->evaluate(kValues);
  EXPECT_TRUE(value.has_value()) << value.error().message.in(Language::en);
  return value.value_or(0);
}

std::string error_of(const std::string& text) {
  const auto expression = Expression::parse(text, kMapNames);
  if (!expression.has_value()) return expression.error().message.in(Language::en);
  const auto value = expression->evaluate(kValues);
  return value.has_value() ? "" : value.error().message.in(Language::en);
}

// Beside each the same with C++'s precedences in parentheses.
TEST(Expression, HasTheValuesAndPrecedencesOfCpp) {
  const int row = 5, col = 12, rows = 32, cols = 64, offset = row * cols + col;
  EXPECT_EQ(value_of("col ^ (row >> 1)"), col ^ (row >> 1));
  EXPECT_EQ(value_of("col + row * 3 % 7 - 2"), (col + ((row * 3) % 7)) - 2);
  EXPECT_EQ(value_of("~col & 0xff | row << 3 ^ -offset"), (~col & 0xff) | ((row << 3) ^ -offset));
  EXPECT_EQ(value_of("-col / 5 + -col % 5"), (-col) / 5 + (-col) % 5);
  EXPECT_EQ(value_of("rows - cols - 1 << 2 >> 1"), (((rows - cols) - 1) * 4) >> 1);
  EXPECT_EQ(value_of("1 | 2 ^ 3 & 4 << 1 + 2 * 3"), 1 | (2 ^ (3 & (4 << (1 + 2 * 3)))));
  EXPECT_EQ(value_of("-(-(col)) - ~row"), col - ~row);
  EXPECT_EQ(value_of("100 / 7 / 2 * 3"), ((100 / 7) / 2) * 3);
}

TEST(Expression, ErrorsSayWhereAndWhat) {
  EXPECT_THAT(error_of(""), HasSubstr("too early"));
  EXPECT_THAT(error_of("col +"), HasSubstr("too early"));
  EXPECT_THAT(error_of("col row"), HasSubstr("'r' at character 5"));
  EXPECT_THAT(error_of("(col"), HasSubstr("too early"));
  EXPECT_THAT(error_of("col)"), HasSubstr("')'"));
  EXPECT_THAT(error_of("col && row"), HasSubstr("'&'"));
  EXPECT_THAT(error_of("lane"), HasSubstr("there is row, col, rows, cols, offset"));
  EXPECT_THAT(error_of("010"), HasSubstr("unexpected"));
  EXPECT_THAT(error_of("0x"), HasSubstr("too early"));
  EXPECT_THAT(error_of("0x-1"), HasSubstr("unexpected"));
  EXPECT_THAT(error_of("2147483648"), HasSubstr("beyond 32 bits"));
  EXPECT_THAT(error_of(std::string("col\0", 4)), HasSubstr("unexpected"));
}

TEST(Expression, RefusesWhatCppLeavesUndefined) {
  EXPECT_THAT(error_of("col / (row - 5)"), HasSubstr("divides by zero"));
  EXPECT_THAT(error_of("col % 0"), HasSubstr("divides by zero"));
  EXPECT_THAT(error_of("col << 32"), HasSubstr("0 to 31"));
  EXPECT_THAT(error_of("col >> -1"), HasSubstr("0 to 31"));
  EXPECT_THAT(error_of("2147483647 + 1"), HasSubstr("32 bits"));
  EXPECT_THAT(error_of("65536 * 32768"), HasSubstr("32 bits"));
  EXPECT_THAT(error_of("1 << 31"), HasSubstr("32 bits"));
  EXPECT_THAT(error_of("(-2147483647 - 1) / -1"), HasSubstr("32 bits"));
  EXPECT_THAT(error_of("(-2147483647 - 1) % -1"), HasSubstr("32 bits"));
  EXPECT_EQ(value_of("-2147483647 - 1"), std::numeric_limits<std::int32_t>::min());
}

TEST(Expression, RefusesWhatIsLongOrDeepBeyondReason) {
  EXPECT_THAT(error_of(std::string(401, ' ')), HasSubstr("too long"));
  EXPECT_THAT(error_of(std::string(200, '(')), HasSubstr("40 parentheses"));
  EXPECT_THAT(error_of(std::string(300, '-') + "1"), HasSubstr("40 parentheses"));
  EXPECT_EQ(value_of(std::string(40, '(') + "7" + std::string(40, ')')), 7);
}

}  // namespace
}  // namespace warplens::swizzle
