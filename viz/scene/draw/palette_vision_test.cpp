// What must be told apart stays apart for every kind of colour vision.
//
// Simulated with the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model
// for Simulation of Color Vision Deficiency" (IEEE TVCG 15(6), 2009), severity 1.0, on linear sRGB.
// Distances are Euclidean in OKLab (Björn Ottosson, "A perceptual color space for image
// processing", 2020), in which black and white are 1 apart and some 0.02 can just be seen side by
// side.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "viz/scene/draw/palette.h"

namespace warplens::scene {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Vision {
  const char* name;
  Matrix matrix;
};

constexpr std::array<Vision, 4> kVisions{{
    {"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
}};

Triple product(const Matrix& matrix, const Triple& in) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) out[i] += matrix[i][j] * in[j];
  return out;
}

double linear_channel(Color color, int shift) {
  const double value = static_cast<double>(color >> shift & 255) / 255;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

Triple seen(Color color, const Matrix& vision) {
  Triple out = product(
      vision, {linear_channel(color, 24), linear_channel(color, 16), linear_channel(color, 8)});
  for (double& channel : out) channel = std::clamp(channel, 0.0, 1.0);
  return out;
}

Triple oklab(const Triple& rgb) {
  constexpr Matrix kCones{{{0.4122214708, 0.5363325363, 0.0514459929},
                           {0.2119034982, 0.6806995451, 0.1073969566},
                           {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr Matrix kLab{{{0.2104542553, 0.7936177850, -0.0040720468},
                         {1.9779984951, -2.4285922050, 0.4505937099},
                         {0.0259040371, 0.7827717662, -0.8086757660}}};
  Triple cones = product(kCones, rgb);
  for (double& cone : cones) cone = std::cbrt(cone);
  return product(kLab, cones);
}

double distance(Color a, Color b, const Matrix& vision) {
  const Triple one = oklab(seen(a, vision)), other = oklab(seen(b, vision));
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += (one[i] - other[i]) * (one[i] - other[i]);
  return std::sqrt(sum);
}

void expect_apart(const std::vector<Color>& colors, double least) {
  for (const Vision& vision : kVisions) {
    for (std::size_t a = 0; a < colors.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_GE(distance(colors[a], colors[b], vision.matrix), least)
            << vision.name << ": " << b << " and " << a;
  }
}

constexpr std::array kThemes{ThemeName::dark, ThemeName::light};

TEST(PaletteVision, BlackAndWhiteAreOneApart) {
  EXPECT_NEAR(distance(0x000000ff, 0xffffffff, kVisions[0].matrix), 1, 1e-3);
}

TEST(PaletteVision, EightWarpsCanBeToldApartAndFromWhatNobodyTouched) {
  for (const ThemeName name : kThemes) {
    std::vector<Color> colors{theme(name).cell};
    for (std::uint64_t warp = 0; warp < kWarpColors; ++warp) colors.push_back(warp_color(warp));
    expect_apart(colors, 0.12);
  }
}

TEST(PaletteVision, FourSeriesTheGreyOnesAndTheOnePointedAtCanBeToldApart) {
  for (const ThemeName name : kThemes) {
    std::vector<Color> colors{series_hue(std::nullopt, name), theme(name).background,
                              pointed_series(name)};
    for (std::size_t hue = 0; hue < kSeriesHues; ++hue) colors.push_back(series_hue(hue, name));
    expect_apart(colors, 0.1);
  }
}

TEST(PaletteVision, SeriesStandOutFromTheBackground) {
  for (const ThemeName name : kThemes) {
    EXPECT_GE(contrast(series_hue(std::nullopt, name), theme(name).background), 3.0f);
    EXPECT_GE(contrast(pointed_series(name), theme(name).background), 3.0f);
    for (std::size_t hue = 0; hue < kSeriesHues; ++hue)
      EXPECT_GE(contrast(series_hue(hue, name), theme(name).background), 3.0f) << hue;
  }
}

TEST(PaletteVision, EachStepOfCostCanBeToldFromEveryOther) {
  for (const ThemeName name : kThemes) {
    std::vector<Color> colors{theme(name).cell, theme(name).grid};
    for (std::uint32_t times = 1; times <= 32; times *= 2)
      colors.push_back(depth_color(times, name));
    expect_apart(colors, 0.05);
  }
}

TEST(PaletteVision, WhatACacheSaysCanBeToldApart) {
  for (const ThemeName name : kThemes) {
    const Theme& colors = theme(name);
    expect_apart({colors.hit, colors.conflict, colors.sector, colors.cell}, 0.09);
  }
}

TEST(PaletteVision, CostsGrowForEveryVision) {
  for (const ThemeName name : kThemes)
    for (const Vision& vision : kVisions)
      for (std::uint32_t times = 4; times <= 32; times *= 2) {
        const Color back = theme(name).background;
        EXPECT_GT(distance(depth_color(times, name), back, vision.matrix),
                  distance(depth_color(times / 2, name), back, vision.matrix))
            << vision.name << ": " << times;
      }
}

}  // namespace
}  // namespace warplens::scene
