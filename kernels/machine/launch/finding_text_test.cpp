// Every finding says the same in English and in Chinese.
#include "kernels/machine/launch/finding_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <vector>

#include "kernels/machine/launch/finding_samples_test.h"

namespace warplens::machine {
namespace {

using testing::HasSubstr;
using trace::FindingKind;

std::multiset<std::string> numbers_in(const std::string& text) {
  static const std::regex kNumber("0x[0-9a-f]+|[0-9]+");
  return {std::sregex_token_iterator(text.begin(), text.end(), kNumber),
          std::sregex_token_iterator()};
}

bool has_chinese(const std::string& text) {
  return std::ranges::any_of(text,
                             [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
}

TEST(FindingTexts, EveryKindHasOne) {
  std::set<FindingKind> kinds;
  for (const FindingSample& tested : finding_samples()) kinds.insert(tested.kind);
  for (int kind = 0; kind <= static_cast<int>(trace::kLastFindingKind); ++kind) {
    EXPECT_TRUE(kinds.contains(static_cast<FindingKind>(kind)))
        << trace::name_of(static_cast<FindingKind>(kind));
  }
}

TEST(FindingTexts, ChineseShowsTheNumbersAndNamesThatEnglishShows) {
  for (const FindingSample& tested : finding_samples()) {
    const std::string en = tested.text.in(Language::en), zh = tested.text.in(Language::zh);
    SCOPED_TRACE(en + " | " + zh);
    EXPECT_FALSE(en.empty());
    EXPECT_FALSE(has_chinese(en));
    EXPECT_TRUE(has_chinese(zh));
    EXPECT_EQ(numbers_in(en), numbers_in(zh));
    for (const std::string& name : tested.names) {
      EXPECT_THAT(en, HasSubstr(name));
      EXPECT_THAT(zh, HasSubstr(name));
    }
  }
}

TEST(FindingTexts, LineSaysWhereAndWhoInBothLanguages) {
  const FindingText text = finding_text::line({"k.cu", 12, 80}, {1, 2, 3}, 4, 5,
                                              finding_text::assertion("x < 6", "k.cu", 12));
  EXPECT_EQ(text.in(Language::en),
            "k.cu:12: block (1, 2, 3) warp 4 lane 5: assertion failed: x < 6 (k.cu:12)");
  EXPECT_THAT(text.in(Language::zh),
              testing::StartsWith("k.cu:12：线程块 (1, 2, 3) warp 4 lane 5：断言失败：x < 6"));
}

TEST(FindingTexts, PlacesWithoutASourceLineAreNamed) {
  const auto place = [](const CodePlace& code) {
    return finding_text::line(code, {0, 0, 0}, 0, 0, finding_text::bad_atomic_space());
  };
  EXPECT_THAT(place({"", 0, 30}).in(Language::en), testing::StartsWith("PTX line 30: block"));
  EXPECT_THAT(place({"", 0, 30}).in(Language::zh), testing::StartsWith("PTX 第 30 行：线程块"));
  EXPECT_THAT(place({}).in(Language::en), testing::StartsWith("the end of the function: block"));
  EXPECT_THAT(place({}).in(Language::zh), testing::StartsWith("函数末尾：线程块"));
}

TEST(FindingTexts, DistancesFromABufferAreExact) {
  using finding_text::out_of_bounds;
  const Extent in{finding_text::buffer("in"), 0x1000, 512};
  EXPECT_EQ(out_of_bounds({false, 4, 0x1204, in}).in(Language::en),
            "reads 4 bytes at byte 516 of in (512 bytes): 4 bytes past its end");
  EXPECT_EQ(out_of_bounds({false, 4, 0x1204, in}).in(Language::zh),
            "越界读取 4 字节：in（512 字节）的字节偏移 516 处，超出末尾 4 字节");
  EXPECT_EQ(out_of_bounds({true, 1, 0xff0, in}).in(Language::en),
            "writes 1 byte 16 bytes before the start of in");
  EXPECT_EQ(out_of_bounds({true, 1, 0xff0, in}).in(Language::zh),
            "越界写入 1 字节：in 起点之前 16 字节处");
  EXPECT_EQ(out_of_bounds({true, 1, 0xff0, in}).about, "in");
}

}  // namespace
}  // namespace warplens::machine
