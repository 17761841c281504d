#include "viz/scene/draw/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace warplens::scene {
namespace {

constexpr Theme kDark = {.background = 0x14181dff,
                         .cell = 0x232a32ff,
                         .outside = 0x191e24ff,
                         .padding = 0x5c6773ff,
                         .grid = 0x323b45ff,
                         .text = 0xe8edf2ff,
                         .muted_text = 0x9aa7b4ff,
                         .highlight = 0xffffffff,
                         .sector = 0x56b4e9ff,
                         .conflict = 0xff7a66ff,
                         .hit = 0x8fe8c2ff,
                         .barrier = 0xcc79a7ff};
constexpr Theme kLight = {.background = 0xffffffff,
                          .cell = 0xeef1f4ff,
                          .outside = 0xf9fafbff,
                          .padding = 0x9aa5b1ff,
                          .grid = 0xd5dbe1ff,
                          .text = 0x17202aff,
                          .muted_text = 0x5b6875ff,
                          .highlight = 0x000000ff,
                          .sector = 0x0072b2ff,
                          .conflict = 0xd6302aff,
                          .hit = 0x004a38ff,
                          .barrier = 0x9c4a7aff};

constexpr std::array<Color, kWarpColors> kCategories = {
    0x1a4dffff, 0xf07a1aff, 0x22d3c8ff, 0xb01e14ff, 0xffd034ff, 0x642b90ff, 0x9f97ffff, 0xa0698fff};
constexpr std::array<Color, kSeriesHues> kSeriesDark = {0x4f84ffff, 0xf0962eff, 0x63e6f2ff,
                                                        0xfff2a0ff};
constexpr std::array<Color, kSeriesHues> kSeriesLight = {0x1b1fb8ff, 0xc25a00ff, 0x007681ff,
                                                         0x4a0d2aff};
constexpr Color kGreySeriesDark = 0x6b7580ff;
constexpr Color kGreySeriesLight = 0x8a949eff;
constexpr Color kPointedDark = 0xe830c4ff;
constexpr Color kPointedLight = 0xa50fffff;
constexpr std::array<Color, 7> kViridis = {0x46327eff, 0x365c8dff, 0x277f8eff, 0x1fa187ff,
                                           0x4ac16dff, 0xa0da39ff, 0xfde725ff};
// 1, 2, 4, 8, 16 and 32 times the ideal.
constexpr std::array<Color, 6> kCostLight = {0xb4c2d0ff, 0xf2a78fff, 0xe2755dff,
                                             0xc64530ff, 0x9c2018ff, 0x5e0a10ff};
constexpr std::array<Color, 6> kCostDark = {0x3f4b57ff, 0x713d1eff, 0x975238ff,
                                            0xbd5c4eff, 0xf2562aff, 0xff8674ff};

float channel(Color color, int shift) { return static_cast<float>((color >> shift) & 0xffu); }

Color interpolate(std::span<const Color> stops, float position) {
  const float scaled = std::clamp(position, 0.0f, 1.0f) * static_cast<float>(stops.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(scaled), stops.size() - 2);
  return mix(stops[low], stops[low + 1], scaled - static_cast<float>(low));
}

float linear(float channel_value) {
  const float c = channel_value / 255.0f;
  return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

}  // namespace

const Theme& theme(ThemeName name) { return name == ThemeName::dark ? kDark : kLight; }

Color mix(Color from, Color to, float amount) {
  Color mixed = 0;
  for (const int shift : {24, 16, 8, 0}) {
    const float value = channel(from, shift) + (channel(to, shift) - channel(from, shift)) * amount;
    mixed |= static_cast<Color>(std::lround(value)) << shift;
  }
  return mixed;
}

Color with_alpha(Color color, std::uint8_t alpha) { return (color & 0xffffff00u) | alpha; }

Color ramp_color(float position) { return interpolate(kViridis, position); }

Color lane_color(std::uint32_t lane) { return ramp_color(static_cast<float>(lane % 32) / 31.0f); }

Color warp_color(std::uint64_t warp) { return kCategories[warp % kCategories.size()]; }

Color category_color(std::size_t category) { return warp_color(category); }

Color cost_color(double times, ThemeName name) {
  if (times <= 0) return 0;
  const auto& ramp = name == ThemeName::dark ? kCostDark : kCostLight;
  if (times < kCostlyTimes) return ramp[0];
  const auto doublings = static_cast<float>(std::log2(times));
  return interpolate(ramp, doublings / static_cast<float>(ramp.size() - 1));
}

Color depth_color(std::uint32_t ways, ThemeName name) { return cost_color(ways, name); }

bool is_costly(std::uint64_t now, std::uint64_t ideal) {
  return ideal > 0 && static_cast<double>(now) >= kCostlyTimes * static_cast<double>(ideal);
}

Color series_hue(std::optional<std::size_t> hue, ThemeName name) {
  const bool dark = name == ThemeName::dark;
  if (!hue.has_value()) return dark ? kGreySeriesDark : kGreySeriesLight;
  return (dark ? kSeriesDark : kSeriesLight)[*hue % kSeriesHues];
}

Color pointed_series(ThemeName name) {
  return name == ThemeName::dark ? kPointedDark : kPointedLight;
}

float luminance(Color color) {
  return 0.2126f * linear(channel(color, 24)) + 0.7152f * linear(channel(color, 16)) +
         0.0722f * linear(channel(color, 8));
}

float contrast(Color a, Color b) {
  const float la = luminance(a);
  const float lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

Color waiting_color(Color color, ThemeName name) { return mix(color, theme(name).cell, 0.72f); }

Color text_on(Color background) {
  constexpr Color kBlack = 0x101418ff;
  constexpr Color kWhite = 0xffffffff;
  return contrast(kBlack, background) >= contrast(kWhite, background) ? kBlack : kWhite;
}

}  // namespace warplens::scene
