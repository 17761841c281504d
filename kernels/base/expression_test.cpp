#include "kernels/base/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <numeric>

namespace warplens {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::string_literals;

constexpr std::array<std::string_view, 5> kNames = {"row", "col", "rows", "cols", "offset"};
constexpr std::array<std::int32_t, 5> kValues = {5, 12, 32, 64, 5 * 64 + 12};

Result<std::int32_t> code(std::string_view text) {
  TRY(const IntExpression expression, IntExpression::parse(text, kNames));
  return expression.evaluate(kValues);
}

// Of sizes in words, whose names have the values 1, 2, … in order of appearance.
template <class Integer = std::int64_t>
Result<Integer> sizes(std::string_view text) {
  TRY(const auto expression, IntegerExpression<Integer>::parse(text));
  std::vector<Integer> values(expression.names().size());
  std::iota(values.begin(), values.end(), Integer{1});
  return expression.evaluate(values);
}

template <class Integer>
Integer value(const Result<Integer>& read) {
  EXPECT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  return read.value_or(-999);
}

template <class Integer>
std::string error(const Result<Integer>& read) {
  if (read.has_value()) return "no error";
  EXPECT_THAT(read.error().message.in(Language::zh), testing::Not(IsEmpty()));
  return read.error().message.in(Language::en);
}

// Beside each the same with C++'s precedences in parentheses.
TEST(Expressions, HaveTheValuesAndPrecedencesOfCpp) {
  const int row = 5, col = 12, rows = 32, cols = 64, offset = row * cols + col;
  EXPECT_EQ(value(code("col ^ (row >> 1)")), col ^ (row >> 1));
  EXPECT_EQ(value(code("col + row * 3 % 7 - 2")), (col + ((row * 3) % 7)) - 2);
  EXPECT_EQ(value(code("~col & 0xff | row << 3 ^ -offset")),
            (~col & 0xff) | ((row << 3) ^ -offset));
  EXPECT_EQ(value(code("-col / 5 + -col % 5")), (-col) / 5 + (-col) % 5);
  EXPECT_EQ(value(code("rows - cols - 1 << 2 >> 1")), (((rows - cols) - 1) * 4) >> 1);
  EXPECT_EQ(value(code("1 | 2 ^ 3 & 4 << 1 + 2 * 3")), 1 | (2 ^ (3 & (4 << (1 + 2 * 3)))));
  EXPECT_EQ(value(code("-(-(col)) - ~row")), col - ~row);
  EXPECT_EQ(value(code("100 / 7 / 2 * 3")), ((100 / 7) / 2) * 3);
}

TEST(Expressions, OfSizesHaveAnyNamesAndFunctions) {
  EXPECT_EQ(value(sizes("one + 2 * (two - 1) + block.x")), 6);
  EXPECT_EQ(value(sizes("1000 / 256")), 3);
  EXPECT_EQ(value(sizes("ceil(1000/256)")), 4);
  EXPECT_EQ(value(sizes("ceil((1000+24)/256)")), 4);
  EXPECT_EQ(value(sizes("ceil(-1000/256)")), -3);
  EXPECT_EQ(value(sizes("min(1000, 64) + max(3, 5)")), 69);
  EXPECT_EQ(value(sizes("-3 + 10 - 2 - 1")), 4);
  EXPECT_EQ(value(sizes("1 << 40 | 010")), (std::int64_t{1} << 40) + 10);
  EXPECT_THAT(SizeExpression::parse("rows*cols + rows")->names(), ElementsAre("rows", "cols"));
}

TEST(Expressions, SayWhereTheyStopBeingAny) {
  EXPECT_THAT(error(code("")), HasSubstr("too early"));
  EXPECT_THAT(error(code("col +")), HasSubstr("too early"));
  EXPECT_THAT(error(code("col row")), HasSubstr("'r' at character 5"));
  EXPECT_THAT(error(code("(col")), HasSubstr("too early"));
  EXPECT_THAT(error(code("col)")), HasSubstr("')'"));
  EXPECT_THAT(error(code("col && row")), HasSubstr("'&'"));
  EXPECT_THAT(error(code("0x")), HasSubstr("too early"));
  EXPECT_THAT(error(code("0x-1")), HasSubstr("unexpected"));
  EXPECT_THAT(error(code("lane")), HasSubstr("there is row, col, rows, cols, offset"));
  EXPECT_THAT(error(sizes("rows)")), HasSubstr("unexpected ')' at character 5"));
  EXPECT_THAT(error(sizes("min(rows")), HasSubstr("too early"));
  EXPECT_THAT(error(sizes("ceil(n)")), HasSubstr("write ceil(a/b)"));
  EXPECT_THAT(error(sizes("sqrt(n)")), HasSubstr("no function sqrt"));
}

TEST(Expressions, EndWhereTheirTextEndsAndNotAtAZeroByte) {
  EXPECT_THAT(error(sizes("n\0junk"s)), HasSubstr("unexpected"));
  EXPECT_THAT(error(sizes("n\0"s)), HasSubstr("unexpected"));
  EXPECT_THAT(error(sizes("n + \0"s)), HasSubstr("unexpected"));
  EXPECT_THAT(error(code("col\0"s)), HasSubstr("unexpected"));
}

TEST(Expressions, OfCodeRefuseWhatCppReadsOtherwise) {
  EXPECT_THAT(error(code("010")), HasSubstr("unexpected"));
  EXPECT_THAT(error(code("ceil(col/2)")), HasSubstr("nothing is called ceil"));
}

TEST(Expressions, RefuseWhatCppLeavesUndefined) {
  EXPECT_THAT(error(code("col / (row - 5)")), HasSubstr("divides by zero"));
  EXPECT_THAT(error(code("col % 0")), HasSubstr("divides by zero"));
  EXPECT_THAT(error(sizes("ceil(n/0)")), HasSubstr("divides by zero"));
  EXPECT_THAT(error(code("col << 32")), HasSubstr("0 to 31"));
  EXPECT_THAT(error(code("col >> -1")), HasSubstr("0 to 31"));
  EXPECT_THAT(error(sizes("n << 64")), HasSubstr("0 to 63"));
}

template <class Integer>
class ExpressionsOf : public testing::Test {};
using Widths = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(ExpressionsOf, Widths);

TYPED_TEST(ExpressionsOf, AWidthAreExactUpToItsLastNumber) {
  constexpr TypeParam kMost = std::numeric_limits<TypeParam>::max();
  constexpr int kSign = std::numeric_limits<TypeParam>::digits;
  const std::string most = std::to_string(kMost), least = fmt::format("(-{} - 1)", most);
  const auto read = [](const std::string& text) { return sizes<TypeParam>(text); };
  const std::string beyond = fmt::format("beyond {} bits", kSign + 1);
  EXPECT_EQ(value(read(least)), std::numeric_limits<TypeParam>::min());
  EXPECT_EQ(value(read(fmt::format("-1 << {}", kSign))), std::numeric_limits<TypeParam>::min());
  EXPECT_EQ(value(read(fmt::format("1 << {}", kSign - 1))), kMost / 2 + 1);
  EXPECT_THAT(error(read(most + "0")), HasSubstr(beyond));
  EXPECT_THAT(error(read(most + " + 1")), HasSubstr(beyond));
  EXPECT_THAT(error(read("-2 - " + most)), HasSubstr(beyond));
  EXPECT_THAT(error(read(most + " * 2")), HasSubstr(beyond));
  EXPECT_THAT(error(read(fmt::format("1 << {}", kSign))), HasSubstr(beyond));
  for (const char* with : {" / -1", " % -1"}) {
    EXPECT_THAT(error(read(least + with)), HasSubstr(beyond));
  }
  EXPECT_THAT(error(read(fmt::format("ceil({}/-1)", least))), HasSubstr(beyond));
}

TEST(Expressions, AreRefusedWhereLongOrDeepBeyondReason) {
  EXPECT_THAT(error(code(std::string(1001, ' '))), HasSubstr("too long"));
  EXPECT_THAT(error(sizes(std::string(400, '(') + "1")), HasSubstr("50 parentheses"));
  EXPECT_THAT(error(sizes(std::string(400, '-') + "1")), HasSubstr("50 parentheses"));
  EXPECT_EQ(value(code(std::string(50, '(') + "7" + std::string(50, ')'))), 7);
}

}  // namespace
}  // namespace warplens
