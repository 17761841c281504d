#include "viz/analysis/table.h"

#include <gtest/gtest.h>

namespace warplens::tables {
namespace {

std::string csv(const std::string& cell) {
  const std::string text = as_csv({{cell}});
  EXPECT_TRUE(text.ends_with("\r\n"));
  return text.substr(0, text.size() - 2);
}

TEST(Tables, AreCsvAsRfc4180HasIt) {
  EXPECT_EQ(as_csv({{"a", "b,c", "d\"e"}, {"1", "", "two\nlines"}}),
            "a,\"b,c\",\"d\"\"e\"\r\n1,,\"two\nlines\"\r\n");
  EXPECT_EQ(as_csv({}), "");
}

TEST(Tables, ACellThatASpreadsheetWouldRunIsText) {
  EXPECT_EQ(csv("=HYPERLINK(A1)"), "'=HYPERLINK(A1)");
  EXPECT_EQ(csv("@x+12"), "'@x+12");
  EXPECT_EQ(csv("+cmd"), "'+cmd");
  EXPECT_EQ(csv("-x"), "'-x");
  EXPECT_EQ(csv("\t=1"), "'\t=1");
  EXPECT_EQ(csv("=1,2"), "\"'=1,2\"");
}

TEST(Tables, FiguresStayFigures) {
  for (const char* figure : {"-1", "-1.5e-07", "0", "12345678901234567890"}) {
    EXPECT_EQ(csv(figure), figure);
  }
}

TEST(Tables, ForTheClipboardACellIsOneLine) {
  EXPECT_EQ(as_tabs({{"a", "b,c"}, {"x\ty", "two\nlines"}}), "a\tb,c\nx y\ttwo lines\n");
}

TEST(Tables, OnATerminalColumnsStandOneUnderAnother) {
  EXPECT_EQ(as_text({{"line", "count"}, {"tile", "7"}, {"é", "1024"}}),
            "line  count\ntile      7\né      1024\n");
}

TEST(Tables, GiveCharactersOfChineseTwoColumns) {
  EXPECT_EQ(as_text({{"行", "次数"}, {"tile", "7"}, {"é", "102400"}}),
            "行      次数\ntile       7\né     102400\n");
}

}  // namespace
}  // namespace warplens::tables
