#include "kernels/base/text.h"

#include <gtest/gtest.h>

namespace warplens {
namespace {

TEST(Texts, ATextWithoutChineseIsEnglishInBothLanguages) {
  EXPECT_EQ((Text{"miss", "未命中"}.in(Language::zh)), "未命中");
  EXPECT_EQ((Text{"miss", "未命中"}.in(Language::en)), "miss");
  EXPECT_EQ(Text{"miss"}.in(Language::zh), "miss");
}

TEST(Texts, AConstantIsReadAsATextIs) {
  constexpr TextView kMiss{"miss", "未命中"};
  static_assert(kMiss.in(Language::zh) == "未命中");
  static_assert(TextView{"miss", {}}.in(Language::zh) == "miss");
  EXPECT_EQ(kMiss.in(Language::en), "miss");
}

TEST(Texts, BothSentencesTakeTheSameArguments) {
  const Text text = text_in_both("{} of {}", "{1} 中的 {0}", 3, "four");
  EXPECT_EQ(text, (Text{"3 of four", "four 中的 3"}));
}

}  // namespace
}  // namespace warplens
