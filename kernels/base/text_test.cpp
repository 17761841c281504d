#include "kernels/base/text.h"

#include <gmock/gmock.h>

#include "kernels/base/text_json.h"

namespace warplens {
namespace {

using testing::Eq;
using testing::Ne;
using testing::Optional;

TEST(Texts, AConstantIsReadInTheReadersLanguage) {
  constexpr TextView kMiss = tr("miss");
  EXPECT_EQ(kMiss.in(Language::en), "miss");
  EXPECT_EQ(kMiss.in(Language::zh), "未命中");
}

TEST(Texts, ATextKeepsItsValuesAndIsFilledWhereItIsRead) {
  const Text text = tr("{} bytes", 12);
  EXPECT_EQ(text.in(Language::en), "12 bytes");
  EXPECT_EQ(text.in(Language::zh), "12 字节");
}

TEST(Texts, AValueMayBeATextItself) {
  const Text text = tr("{}, {}", tr("miss"), tr("{} bytes", 3));
  EXPECT_EQ(text.in(Language::en), "miss, 3 bytes");
  EXPECT_EQ(text.in(Language::zh), "未命中，3 字节");
}

TEST(Texts, ANameIsTheSameInEveryLanguage) {
  EXPECT_EQ(Text(std::string("miss")).in(Language::zh), "miss");
}

TEST(Texts, ALanguageWithoutAnEntryReadsEnglish) {
  EXPECT_EQ(tr("no such text").in(Language::zh), "no such text");
  EXPECT_EQ(tr("miss").in(static_cast<Language>(200)), "miss");
}

TEST(Texts, AContextPartsWhatEnglishHasOneWordFor) {
  EXPECT_EQ(tr("shared").in(Language::zh), "共享内存");
  EXPECT_EQ(tr_in("space", "shared").in(Language::zh), "共享");
}

TEST(Texts, PlacesMayStandInAnyOrderAndHaveForms) {
  const std::vector<Text::Value> values = tr("{}{}{}", 255u, 0.125, "x").values();
  EXPECT_EQ(filled("{1:.2f} {0:#x} {2}", values, Language::en), "0.12 0xff x");
  EXPECT_EQ(filled("{{}} {:#010x}", values, Language::en), "{} 0x000000ff");
}

TEST(Texts, WhatIsNoPlaceStaysAsItIsWritten) {
  const std::vector<Text::Value> values = tr("{}", "name").values();
  for (const char* format : {"{7}", "{", "}", "{:999999999}", "{a}", "{-1}"}) {
    EXPECT_EQ(filled(format, values, Language::en), format);
  }
  EXPECT_EQ(filled("{0:{0}}", values, Language::en), "{0:name}");
  EXPECT_EQ(filled("{:d}", values, Language::en), "name");
}

TEST(Texts, AFileKeepsSentenceAndValuesApart) {
  for (const Text& text : {Text(), Text(std::string("k.cu")), Text(tr("miss")), tr("{} bytes", 12),
                           Text(tr_in("space", "shared")), tr("{}{}{}{}", -3, 0.5, 1.5f, "x"),
                           tr("{}, {}", tr("{} bytes", 3), Text(std::string("a.cu")))}) {
    EXPECT_THAT(text_from_json(text.english(), values_as_json(text)), Optional(Eq(text)));
  }
}

TEST(Texts, ATextThatRepeatsItsValuesWithoutEndIsRefused) {
  std::string values = R"({"values":["x"]})";
  const std::string twice = "{0}{0}{0}{0}{0}{0}{0}{0}";
  for (int depth = 0; depth < 10; ++depth) {
    values = R"({"values":[{"text":")" + twice + R"(",)" + values.substr(1) + "]}";
  }
  EXPECT_EQ(text_from_json(twice, values), std::nullopt);
}

TEST(Texts, AreNoLongerThanTheirMostBytes) {
  const Text inner = tr("{} bytes", 1024);
  for (const Text& text :
       {Text(tr("miss")), Text(std::string(5000, 'x')), tr("{0}, {0}: {1}", inner, 0.5),
        tr("{}, {}", std::string(300, 'x'), 12)}) {
    EXPECT_LE(text.in(Language::en).size(), most_bytes(text)) << text.in(Language::en);
  }
}

TEST(Texts, WhatDoesNotDescribeValuesIsRefused) {
  for (const char* values :
       {"x", "[]", "{}", R"({"values":3})", R"({"values":[null]})", R"({"values":[{"text":3}]})"}) {
    EXPECT_EQ(text_from_json("{}", values), std::nullopt) << values;
  }
}

TEST(Languages, AreEnglishAndOneACatalogue) {
  ASSERT_GE(languages().size(), 2u);
  EXPECT_EQ(languages()[0].code, "en");
  EXPECT_EQ(languages()[1].code, "zh");
  EXPECT_EQ(languages()[1].name, "中文");
  EXPECT_THAT(language_of("zh"), Optional(Language::zh));
  EXPECT_EQ(language_of("xx"), std::nullopt);
  EXPECT_EQ(code_of(Language::zh), "zh");
}

TEST(Languages, OneFollowsTheOtherInARing) {
  Language language = Language::en;
  for (std::size_t i = 0; i < languages().size(); ++i) language = next(language);
  EXPECT_EQ(language, Language::en);
  EXPECT_THAT(next(Language::en), Ne(Language::en));
}

TEST(Languages, ListWhatTheirCataloguesHave) {
  EXPECT_THAT(translations(Language::zh),
              testing::Contains(testing::AllOf(testing::Field(&Translation::english, "shared"),
                                               testing::Field(&Translation::context, "space"),
                                               testing::Field(&Translation::text, "共享"))));
  EXPECT_THAT(translations(Language::en), testing::IsEmpty());
}

}  // namespace
}  // namespace warplens
