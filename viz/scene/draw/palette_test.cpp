#include "viz/scene/draw/palette.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace warplens::scene {
namespace {

using Rgb = std::array<double, 3>;
using Matrix = std::array<Rgb, 3>;

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency" (2009), severity 1.0.
constexpr Matrix kProtanopia = {{{0.152286, 1.052583, -0.204868},
                                 {0.114503, 0.786281, 0.099216},
                                 {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia = {{{0.367322, 0.860646, -0.227968},
                                   {0.280085, 0.672501, 0.047413},
                                   {-0.011820, 0.042940, 0.968881}}};

Rgb rgb(Color color) {
  return {static_cast<double>(color >> 24 & 255), static_cast<double>(color >> 16 & 255),
          static_cast<double>(color >> 8 & 255)};
}

Rgb seen(Color color, const Matrix& matrix) {
  const Rgb in = rgb(color);
  Rgb out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[i] += matrix[i][j] * in[j];
  return out;
}

double distance(const Rgb& a, const Rgb& b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                   (a[2] - b[2]) * (a[2] - b[2]));
}

TEST(Palette, EightWarpsStayApartForTheColourBlind) {
  for (std::uint64_t a = 0; a < 8; ++a)
    for (std::uint64_t b = 0; b < a; ++b) {
      EXPECT_GT(distance(rgb(warp_color(a)), rgb(warp_color(b))), 60) << a << " " << b;
      EXPECT_GT(distance(seen(warp_color(a), kProtanopia), seen(warp_color(b), kProtanopia)), 45)
          << a << " " << b;
      EXPECT_GT(distance(seen(warp_color(a), kDeuteranopia), seen(warp_color(b), kDeuteranopia)),
                45)
          << a << " " << b;
    }
}

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

TEST(Palette, MixingGoesFromOneColourToTheOther) {
  EXPECT_EQ(mix(0x10203040, 0x50607080, 0), 0x10203040u);
  EXPECT_EQ(mix(0x10203040, 0x50607080, 1), 0x50607080u);
  EXPECT_EQ(mix(0x00000000, 0x10203040, 0.5f), 0x08101820u);
}

}  // namespace
}  // namespace warplens::scene
