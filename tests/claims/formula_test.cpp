#include "tests/claims/formula.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

// "pitch" is 33, "twice N" is 2 N.
Result<double> named(const Words& words) {
  if (words == Words{"pitch"}) return 33;
  if (words.size() == 2 && words[0] == "twice") return 2 * std::stod(words[1]);
  return fail("no value {}", words.front());
}

double value(std::string_view text) { return formula_value(text, named).value(); }
bool holds(std::string_view text) { return compare(text, named)->holds; }

TEST(Formula, HasTheUsualOrder) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("( 1 + 2 ) * 3"), 9);
  EXPECT_EQ(value("pitch * 4 - twice 6 / 3"), 128);
  EXPECT_EQ(value("-1 + 0.5"), -0.5);
  EXPECT_EQ(value("1 + 37 % 32"), 6);
  EXPECT_EQ(value("2 ** 24 + 5 xor 3"), (1 << 24) + 6);
}

TEST(Formula, ComparesInARow) {
  EXPECT_TRUE(holds("1 < 2 < 3"));
  EXPECT_FALSE(holds("1 < 2 < 2"));
  EXPECT_TRUE(holds("1 <= 1 = 1 >= 1"));
  EXPECT_TRUE(holds("pitch = 32 + 1"));
  EXPECT_FALSE(holds("pitch > 33"));
  EXPECT_TRUE(holds("100 ~ 96"));
  EXPECT_FALSE(holds("100 ~ 94"));
  EXPECT_EQ(compare("pitch > twice 20", named)->values, "33 > 40");
}

TEST(Formula, SaysWhatIsNone) {
  for (const char* text : {"", "1 +", "( 1", "1 )", "* 2", "bank", "1 < 2"})
    EXPECT_FALSE(formula_value(text, named).has_value()) << text;
  for (const char* text : {"", "1", "1 <", "< 1", "1 < 2 3", "1 < bank"})
    EXPECT_FALSE(compare(text, named).has_value()) << text;
}

}  // namespace
}  // namespace warplens::lessons
