#include "app/lessons/markdown.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

std::string said(std::string_view text) { return plain_text(parse_markdown(text)); }

TEST(Markdown, ALineBreakBetweenChineseCharactersIsNoSpace) {
  EXPECT_EQ(said("一个\n字"), "一个字\n");
  EXPECT_EQ(said("**一个**\n字"), "一个字\n");
  EXPECT_EQ(said("一个\n**字**"), "一个字\n");
}

TEST(Markdown, ALineBreakBetweenChineseAndLatinIsASpace) {
  EXPECT_EQ(said("32 个\nlane 写入"), "32 个 lane 写入\n");
  EXPECT_EQ(said("都是\n640 个扇区"), "都是 640 个扇区\n");
  EXPECT_EQ(said("lane\n写入"), "lane 写入\n");
  EXPECT_EQ(said("one\ntwo"), "one two\n");
}

TEST(Markdown, ALineBreakBesideWidePunctuationIsNoSpace) {
  EXPECT_EQ(said("一行，\nlane 写入"), "一行，lane 写入\n");
  EXPECT_EQ(said("（\nlane\n）"), "（lane）\n");
}

TEST(Markdown, QuotationMarksTakeASpaceInLatinTextOnly) {
  EXPECT_EQ(said("读一读\n“问题”\n一栏"), "读一读“问题”一栏\n");
  EXPECT_EQ(said("read\n“this”\npanel"), "read “this” panel\n");
}

TEST(Markdown, TheSpaceOfALineBreakIsOutsideTheCodeBesideIt) {
  const Markdown blocks = parse_markdown("读\n`in`\n`out`");
  ASSERT_EQ(blocks.size(), 1u);
  const std::vector<MarkdownSpan>& spans = blocks.front().spans;
  ASSERT_EQ(spans.size(), 4u);
  EXPECT_EQ(spans[0].text, "读 ");
  EXPECT_EQ(spans[1].text, "in");
  EXPECT_EQ(spans[2].text, " ");
  EXPECT_FALSE(spans[2].code);
  EXPECT_EQ(spans[3].text, "out");
}

TEST(Markdown, OnlyALinkToADocumentsItemStaysOne) {
  const Markdown blocks =
      parse_markdown("As [one **of** them](document:t4-blocks) has it, [x](y).");
  ASSERT_EQ(blocks.size(), 1u);
  std::string linked;
  for (const MarkdownSpan& span : blocks.front().spans) {
    EXPECT_TRUE(span.link.empty() || span.link == "document:t4-blocks") << span.link;
    if (!span.link.empty()) linked += span.text;
  }
  EXPECT_EQ(linked, "one of them");
  EXPECT_EQ(plain_text(blocks), "As one of them has it, x.\n");
}

TEST(Markdown, BrokenCharactersAroundALineBreakAreSafe) {
  for (const std::string_view text : {"\x80\x80\n\x80", "\xe3\n\xef\xbc", "字\n\xe3", "\xff\n字"}) {
    EXPECT_FALSE(said(text).empty());
  }
}

}  // namespace
}  // namespace warplens::lessons
