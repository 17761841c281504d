#include "kernels/own/expression.h"

#include <gmock/gmock.h>

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Values kSizes{{"n", 1000}, {"rows", 3}, {"cols", 5}, {"block.x", 256}};

std::int64_t value(std::string_view text) { return evaluate(text, kSizes).value_or(-999); }
std::string error(std::string_view text) {
  const auto result = evaluate(text, kSizes);
  return result.has_value() ? "no error" : result.error().message.in(Language::en);
}

TEST(Expressions, AreArithmeticOfSizes) {
  EXPECT_EQ(value("n"), 1000);
  EXPECT_EQ(value("rows*cols + 1"), 16);
  EXPECT_EQ(value("2 + 3 * (rows - 1)"), 8);
  EXPECT_EQ(value("n / 256"), 3);
  EXPECT_EQ(value("n % 256"), 232);
  EXPECT_EQ(value("ceil(n/block.x)"), 4);
  EXPECT_EQ(value("ceil((n+24)/256)"), 4);
  EXPECT_EQ(value("min(n, 64) + max(rows, cols)"), 69);
  EXPECT_EQ(value("-rows + 10 - 2 - 1"), 4);
}

TEST(Expressions, SayWhichNamesTheyNeed) {
  EXPECT_THAT(Expression::parse("rows*cols + rows")->names(), ElementsAre("rows", "cols"));
}

TEST(Expressions, SayWhatIsWrongWithThem) {
  EXPECT_THAT(error("rows*"), HasSubstr("ends too early"));
  EXPECT_THAT(error("rows)"), HasSubstr("unexpected ')' at character 5"));
  EXPECT_THAT(error("m"), HasSubstr("nothing is called m: there is block.x, cols, n, rows"));
  EXPECT_THAT(error("n/(rows-3)"), HasSubstr("divides by zero"));
  EXPECT_THAT(error("9223372036854775807+n"), HasSubstr("beyond 64 bits"));
  EXPECT_THAT(error("99999999999999999999"), HasSubstr("beyond 64 bits"));
  EXPECT_THAT(error("ceil(n)"), HasSubstr("write ceil(a/b)"));
  EXPECT_THAT(error("sqrt(n)"), HasSubstr("no function sqrt"));
  EXPECT_THAT(error(std::string(400, '(') + "1"), HasSubstr("50 parentheses"));
  EXPECT_THAT(error(std::string(400, '-') + "1"), HasSubstr("50 parentheses"));
  EXPECT_THAT(error(std::string(4000, '1')), HasSubstr("too long"));
}

}  // namespace
}  // namespace warplens::own
