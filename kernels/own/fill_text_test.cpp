#include "kernels/own/fill_text.h"

#include <gmock/gmock.h>

namespace warplens::own {
namespace {

using testing::HasSubstr;

std::string again(std::string_view text) {
  const auto fill = parse_fill(text);
  if (!fill.has_value()) return "error";
  return fill->has_value() ? fill_text(**fill) : "none";
}

TEST(FillTexts, AreReadAndWrittenAlike) {
  for (const char* text :
       {"zero", "iota", "iota%16", "random:1", "random:42:0..9", "random:1:-0.5..0.5", "5", "-2.5"})
    EXPECT_EQ(again(text), text);
}

TEST(FillTexts, AreNoneWhereTheyMayBeAFile) {
  for (const char* text : {"data.bin", "./5", "", "iota.bin", "random.bin"})
    EXPECT_EQ(again(text), "none") << text;
}

TEST(FillTexts, AreNoNumbersThatAreNotFinite) {
  for (const char* text : {"nan", "-nan", "inf", "-inf", "infinity"})
    EXPECT_THAT(parse_fill(text).error().message.in(Language::en), HasSubstr("finite")) << text;
}

TEST(FillTexts, SayWhatIsMissing) {
  EXPECT_THAT(parse_fill("random").error().message.in(Language::en), HasSubstr("needs a seed"));
  EXPECT_THAT(parse_fill("random:x").error().message.in(Language::en), HasSubstr("has no seed"));
  EXPECT_THAT(parse_fill("random:1:9..0").error().message.in(Language::en), HasSubstr("LOW..HIGH"));
  EXPECT_THAT(parse_fill("random:1:5").error().message.in(Language::en), HasSubstr("LOW..HIGH"));
  EXPECT_THAT(parse_fill("iota%0").error().message.in(Language::en), HasSubstr("iota%16"));
}

}  // namespace
}  // namespace warplens::own
