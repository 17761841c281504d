#include "app/lessons/measured.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

using testing::HasSubstr;
using Kind = Measured::Kind;

TEST(Measured, NamesAKernelItsSizeAndItsSettings) {
  const Measured rate = parse_measured("rate transpose/tile_padded 16384 pitch=33 tile=32").value();
  EXPECT_EQ(rate.kind, Kind::rate);
  EXPECT_EQ(rate.kernel,
            (MeasuredKernel{"transpose", "tile_padded", 16384, {{"pitch", 33}, {"tile", 32}}}));
  EXPECT_EQ(parse_measured("time reduce/shuffle 4096").value().kind, Kind::time);
  EXPECT_EQ(parse_measured("recorded gemm").value().kernel.family, "gemm");
  EXPECT_EQ(parse_measured("recorded gemm on=h200").value().kernel.device, "h200");
  const Measured there = parse_measured("time transpose/tma 8192 on=h200 swizzle=0").value();
  EXPECT_EQ(there.kernel.device, "h200");
  EXPECT_EQ(there.kernel.settings, (catalog::Parameters{{"swizzle", 0}}));
}

TEST(Measured, HoldsOneKernelAgainstAnother) {
  const Measured ratio =
      parse_measured("ratio transpose/tile_padded 4097 pitch=34 over transpose/device_copy 4097")
          .value();
  EXPECT_EQ(ratio.kind, Kind::ratio);
  EXPECT_EQ(ratio.kernel.settings.at("pitch"), 34);
  EXPECT_EQ(ratio.over, (MeasuredKernel{"transpose", "device_copy", 4097, {}}));
}

TEST(Measured, WhatNamesNothingIsRefusedInBothLanguages) {
  for (const char* wrong :
       {"", "rate", "rate transpose/tile", "rate transpose 4096", "rate /tile 4096",
        "rate transpose/ 4096", "rate transpose/tile many", "rate transpose/tile -1",
        "rate transpose/tile 4096 pitch", "rate transpose/tile 4096 =3", "rate a/b 1 over c/d 1",
        "ratio a/b 1", "ratio a/b 1 over", "ratio a/b 1 over c/d", "speed a/b 1",
        "recorded gemm reduce"}) {
    const auto measured = parse_measured(wrong);
    ASSERT_FALSE(measured.has_value()) << wrong;
    EXPECT_THAT(measured.error().message.in(Language::en), HasSubstr(wrong));
    EXPECT_THAT(measured.error().message.in(Language::zh), HasSubstr(wrong));
  }
}

TEST(Measured, IsReplacedInTextAndLeftAloneInCode) {
  const Markdown text = parse_markdown(
      "At {{rate a/b 1}} it is **{{ratio a/b 1 over\na/c 1}}** times `{{rate a/b 1}}`.");
  EXPECT_EQ(measured_in(text).value().size(), 2u);
  const Markdown shown = with_measured(text, [](const Measured& measured) {
    return measured.kind == Kind::rate ? "3 TB/s" : "2.5";
  });
  EXPECT_THAT(plain_text(shown), HasSubstr("At 3 TB/s it is 2.5 times {{rate a/b 1}}."));
}

TEST(Measured, WhatNamesNoMeasurementStaysInAPlainText) {
  const auto words = [](const Measured&) { return "3 TB/s"; };
  EXPECT_EQ(with_measured("{{rate a/b 1}} of {{speed a/b 1}}", words), "3 TB/s of {{speed a/b 1}}");
}

TEST(Measured, AnUnclosedBraceIsText) {
  const Markdown text = parse_markdown("a {{rate b");
  EXPECT_TRUE(measured_in(text).value().empty());
  EXPECT_EQ(plain_text(with_measured(text, [](const Measured&) { return ""; })), "a {{rate b\n");
}

}  // namespace
}  // namespace warplens::lessons
