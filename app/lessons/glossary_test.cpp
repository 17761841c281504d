#include "app/lessons/glossary.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/lessons/letters.h"

namespace warplens::lessons {
namespace {

Glossary shipped() {
  auto glossary = load_glossary(WARPLENS_SOURCE_DIR "/assets");
  EXPECT_TRUE(glossary.has_value())
      << (glossary.has_value() ? "" : glossary.error().message.in(Language::en));
  return glossary.has_value() ? std::move(*glossary) : Glossary();
}

// "shared memory=shared memory|..." : what is named, and the term's English name.
std::string mentioned(const Glossary& glossary, std::string_view text) {
  std::string words;
  for (const Mention& mention : glossary.mentions(text)) {
    words += std::string(text.substr(mention.begin, mention.end - mention.begin)) + "=" +
             glossary.terms()[mention.term].name.en + "|";
  }
  return words;
}

TEST(Glossary, TheShippedFileExplainsEachTermOnceInBothLanguages) {
  const Glossary glossary = shipped();
  EXPECT_GE(glossary.terms().size(), 45u);
  std::set<std::string> names;
  for (const Term& term : glossary.terms()) {
    const std::string& en = term.name.en;
    EXPECT_TRUE(names.insert(lower(en)).second) << en << " stands twice";
    EXPECT_TRUE(has_chinese(term.name.zh) || term.name.zh == term.name.en) << en;
    EXPECT_FALSE(has_chinese(plain_text(term.text[Language::en]))) << en;
    EXPECT_TRUE(has_chinese(plain_text(term.text[Language::zh]))) << en;
    for (const std::string& also : term.also) EXPECT_TRUE(names.insert(lower(also)).second) << also;
  }
}

TEST(Glossary, TheLongestNameWins) {
  const Glossary glossary = shipped();
  EXPECT_EQ(mentioned(glossary, "a bank conflict in shared memory"),
            "bank conflict=bank conflict|shared memory=shared memory|");
  EXPECT_EQ(mentioned(glossary, "共享内存的 bank 冲突"),
            "共享内存=shared memory|bank 冲突=bank conflict|");
}

TEST(Glossary, NamesAreWholeWordsInAnyCaseAndWithAPlural) {
  const Glossary glossary = shipped();
  EXPECT_EQ(mentioned(glossary, "Lanes, planes and warped WARPS"), "Lanes=lane|WARPS=warp|");
  EXPECT_EQ(mentioned(glossary, "tile_padded"), "");
  EXPECT_EQ(mentioned(glossary, "每个 lane要的 sector 数"), "lane=lane|sector=sector|");
}

TEST(Glossary, AnNStandsForANumber) {
  const Glossary glossary = shipped();
  EXPECT_EQ(mentioned(glossary, "a 32-way conflict"), "32-way=n-way|conflict=bank conflict|");
  EXPECT_EQ(mentioned(glossary, "32 路冲突"), "32 路冲突=n-way|");
  EXPECT_EQ(mentioned(glossary, "n-way"), "n-way=n-way|");
  EXPECT_EQ(mentioned(glossary, "32 bytes"), "");
}

TEST(Glossary, WideAccessesAndReductionsAreExplainedInBothLanguages) {
  const Glossary glossary = shipped();
  EXPECT_EQ(mentioned(glossary, "a float4, a prologue, RGBA8 pixels"),
            "float4=float4|prologue=peeling|RGBA8=pixel|pixels=pixel|");
  EXPECT_EQ(mentioned(glossary, "剥离成前导和收尾，像素"),
            "剥离=peeling|前导=peeling|收尾=peeling|像素=pixel|");
  EXPECT_EQ(mentioned(glossary, "ldmatrix, Tensor Cores, a 128-byte swizzle"),
            "ldmatrix=ldmatrix|Tensor Cores=Tensor Core|128-byte swizzle=n-byte swizzle|");
  EXPECT_EQ(mentioned(glossary, "128 字节 swizzle"), "128 字节 swizzle=n-byte swizzle|");
  EXPECT_EQ(mentioned(glossary, "A reduction by shuffles, loads under way"),
            "reduction=reduction|shuffles=shuffle|loads under way=loads under way|");
  EXPECT_EQ(mentioned(glossary, "归约，shuffle，在途的读取，溢出"),
            "归约=reduction|shuffle=shuffle|在途的读取=loads under way|溢出=spill|");
}

TEST(Glossary, OneChineseCharacterAloneNamesNothing) {
  EXPECT_EQ(mentioned(shipped(), "数字"), "");
}

TEST(Glossary, SearchFindsNamesBeforeExplanations) {
  const Glossary glossary = shipped();
  const auto found = glossary.search(" Swizzle ");
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(glossary.terms()[found[0]].name.en, "swizzle");
  EXPECT_EQ(glossary.search("").size(), glossary.terms().size());
  EXPECT_TRUE(glossary.search("no such thing").empty());
  ASSERT_FALSE(glossary.search("波前").empty());
}

TEST(Glossary, AMissingHalfIsNamedWithItsLine) {
  const auto no_chinese = parse_glossary("# G\n\n## warp · 线程束\nEnglish.\n");
  ASSERT_FALSE(no_chinese.has_value());
  EXPECT_NE(no_chinese.error().message.in(Language::en).find("line 3"), std::string::npos);
  EXPECT_FALSE(parse_glossary("## warp\nEnglish.\n\n中文。\n").has_value());
  EXPECT_FALSE(load_glossary("/nowhere/assets").has_value());
}

TEST(Glossary, AnyBytesAreSafe) {
  std::mt19937 random(1);
  const Glossary glossary = shipped();
  for (int round = 0; round < 300; ++round) {
    std::string bytes = "## a · b\n";
    for (int i = 0; i < 200; ++i) bytes += static_cast<char>(random());
    (void)parse_glossary(bytes);
    for (const Mention& mention : glossary.mentions(bytes)) {
      EXPECT_LT(mention.begin, mention.end);
      EXPECT_LE(mention.end, bytes.size());
    }
  }
}

}  // namespace
}  // namespace warplens::lessons
