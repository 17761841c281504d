#include "viz/scene/draw/palette.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace warplens::scene {
namespace {

TEST(Palette, LanesGetLighterFromFirstToLast) {
  for (std::uint32_t lane = 1; lane < 32; ++lane)
    EXPECT_GT(luminance(lane_color(lane)), luminance(lane_color(lane - 1))) << lane;
}

TEST(Palette, DeeperConflictsStandOutMoreInBothThemes) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    const Color background = theme(name).background;
    float before = contrast(depth_color(2, name), background);
    for (std::uint32_t ways = 3; ways <= 32; ++ways) {
      const float now = contrast(depth_color(ways, name), background);
      EXPECT_GT(now, before) << ways;
      before = now;
    }
  }
}

TEST(Palette, WhatNobodyWouldMendIsNeutral) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    EXPECT_EQ(cost_color(1.25, name), cost_color(1, name));
    EXPECT_NE(cost_color(2, name), cost_color(1, name));
  }
  EXPECT_FALSE(is_costly(5, 4));
  EXPECT_TRUE(is_costly(8, 4));
  EXPECT_FALSE(is_costly(3, 0));
}

TEST(Palette, DepthZeroIsTransparentAndBeyondThirtyTwoIsTheDeepest) {
  EXPECT_EQ(depth_color(0, ThemeName::dark), 0u);
  EXPECT_EQ(depth_color(64, ThemeName::light), depth_color(32, ThemeName::light));
  EXPECT_NE(depth_color(1, ThemeName::dark), depth_color(2, ThemeName::dark));
}

TEST(Palette, TextReadsOnEveryColourItIsPutOn) {
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_GE(contrast(text_on(lane_color(lane)), lane_color(lane)), 4.0f) << lane;
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    EXPECT_GE(contrast(theme(name).text, theme(name).background), 7.0f);
    EXPECT_GE(contrast(theme(name).muted_text, theme(name).background), 4.5f);
    EXPECT_GE(contrast(theme(name).conflict, theme(name).background), 4.5f);
    for (std::uint32_t ways = 1; ways <= 32; ++ways)
      EXPECT_GE(contrast(text_on(depth_color(ways, name)), depth_color(ways, name)), 4.0f) << ways;
  }
}

TEST(Palette, LanesAndWarpsRepeatAndDiffer) {
  std::set<Color> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane) lanes.insert(lane_color(lane));
  EXPECT_EQ(lanes.size(), 32u);
  EXPECT_EQ(warp_color(3), warp_color(11));
}

TEST(Palette, ASeriesThatTheQuestionIsNotAboutIsGrey) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    const Color grey = series_hue(std::nullopt, name);
    const auto channel = [&](int shift) { return static_cast<int>(grey >> shift & 255); };
    EXPECT_LT(std::abs(channel(24) - channel(8)), 32);
    for (std::size_t hue = 0; hue < kSeriesHues; ++hue) EXPECT_NE(series_hue(hue, name), grey);
  }
}

TEST(Palette, MixingGoesFromOneColourToTheOther) {
  EXPECT_EQ(mix(0x10203040, 0x50607080, 0), 0x10203040u);
  EXPECT_EQ(mix(0x10203040, 0x50607080, 1), 0x50607080u);
  EXPECT_EQ(mix(0x00000000, 0x10203040, 0.5f), 0x08101820u);
}

}  // namespace
}  // namespace warplens::scene
