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
                         .conflict = 0xff8a4cff,
                         .hit = 0x2fbf93ff,
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
                          .conflict = 0xc2410cff,
                          .hit = 0x00795aff,
                          .barrier = 0x9c4a7aff};

constexpr std::array<Color, 8> kOkabeIto = {0x0072b2ff, 0xe69f00ff, 0x009e73ff, 0xcc79a7ff,
                                            0x56b4e9ff, 0xd55e00ff, 0xf0e442ff, 0xb8b8b8ff};
constexpr std::array<Color, 7> kViridis = {0x46327eff, 0x365c8dff, 0x277f8eff, 0x1fa187ff,
                                           0x4ac16dff, 0xa0da39ff, 0xfde725ff};
// 2, 4, 8, 16 and 32 ways.
constexpr std::array<Color, 5> kDepthLight = {0xfdbb84ff, 0xfc8d59ff, 0xe8583dff, 0xc4261aff,
                                              0x7f0000ff};
constexpr std::array<Color, 5> kDepthDark = {0x6b2e1cff, 0x96401fff, 0xc45324ff, 0xea7236ff,
                                             0xffa45cff};
constexpr Color kCalmLight = 0xcfe0edff;
constexpr Color kCalmDark = 0x2f4a5cff;

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

Color warp_color(std::uint64_t warp) { return kOkabeIto[warp % kOkabeIto.size()]; }

Color depth_color(std::uint32_t ways, ThemeName name) {
  const bool dark = name == ThemeName::dark;
  if (ways == 0) return 0;
  if (ways == 1) return dark ? kCalmDark : kCalmLight;
  const float position = (std::log2(static_cast<float>(ways)) - 1.0f) / 4.0f;
  return interpolate(dark ? kDepthDark : kDepthLight, position);
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
