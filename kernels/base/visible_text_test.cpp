#include "kernels/base/visible_text.h"

#include <gtest/gtest.h>

namespace warplens {
namespace {

TEST(VisibleText, LeavesWordsLineEndsAndTabsAsTheyAre) {
  EXPECT_EQ(visible_text("a\tb\n"), "a\tb\n");
  EXPECT_EQ(visible_text("核函数 ← é 🙂"), "核函数 ← é 🙂");
}

TEST(VisibleText, ShowsControlCharactersInsteadOfSendingThem) {
  EXPECT_EQ(visible_text("a\033[2J\007"), "a\\u001b[2J\\u0007");
  EXPECT_EQ(visible_text("to\rthe left\b\177"), "to\\u000dthe left\\u0008\\u007f");
  EXPECT_EQ(visible_text(std::string_view("\0", 1)), "\\u0000");
}

TEST(VisibleText, ShowsTheControlsOfEightBits) {
  EXPECT_EQ(visible_text("\xC2\x9B[31m"), "\\u009b[31m");
  EXPECT_EQ(visible_text("\x9B[31m"), "\\u009b[31m");
}

TEST(VisibleText, IsOneLineWhereOneIsWanted) {
  EXPECT_EQ(visible_line("a\nb\n\033c"), "a\\u000ab\\u000a\\u001bc");
  EXPECT_FALSE(is_one_line("a\nb"));
  EXPECT_FALSE(is_one_line("a\033b"));
  EXPECT_TRUE(is_one_line("核 kernel<32>(float*)"));
}

TEST(VisibleText, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(visible_text("\xFFx\xC3"), "\\u00ffx\\u00c3");
  EXPECT_EQ(visible_text("\xE6\x1B["), "\\u00e6\\u001b[");
}

}  // namespace
}  // namespace warplens
