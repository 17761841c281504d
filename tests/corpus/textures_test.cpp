#include <gtest/gtest.h>

#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

Texture image(std::size_t width, std::size_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

Texture line(std::size_t width) {
  Texture texture = image(width, 1);
  texture.dimensions = 1;
  return texture;
}

Texture as_surface(Texture texture) {
  texture.is_surface = true;
  return texture;
}

// The weight of a place's right neighbour, in 256ths, and its left neighbour.
struct Between {
  int left = 0;
  double weight = 0;
};

Between between(double at) {
  const double steps = std::floor((at - 0.5) * 256 + 0.5) / 256;
  return {static_cast<int>(std::floor(steps)), steps - std::floor(steps)};
}

int clamped(int i, std::size_t size) { return std::clamp(i, 0, static_cast<int>(size) - 1); }

TEST(TextureCorpus, AnImageIsResizedByLinearFiltering) {
  constexpr std::size_t kIn = 13, kRows = 7, kOut = 40, kOutRows = 20;
  const auto in = reals(kIn * kRows, -1, 1);
  for (const bool is_normalized : {false, true}) {
    Texture texture = image(kIn, kRows);
    texture.filter = Texture::Filter::linear;
    texture.is_normalized = is_normalized;
    const double steps[] = {13.0 / 40, 7.0 / 20};
    const float step_x = is_normalized ? 1.0f / kOut : static_cast<float>(steps[0]);
    const float step_y = is_normalized ? 1.0f / kOutRows : static_cast<float>(steps[1]);
    const auto at = [&](int x, int y) {
      return static_cast<double>(in[static_cast<std::size_t>(clamped(y, kRows)) * kIn +
                                    static_cast<std::size_t>(clamped(x, kIn))]);
    };
    Workload work("textures");
    const Buffer out = work.buffer(std::vector<float>(kOut * kOutRows));
    work.launch("resize", {.grid = {2, kOutRows}}, TexelsOf{texture, work.buffer(in)}, out,
                static_cast<int>(kOut), static_cast<int>(kOutRows), step_x, step_y);
    work.expect_near(out,
                     make(kOut * kOutRows,
                          [&](std::size_t i) {
                            const double scale_x = is_normalized ? kIn : 1;
                            const double scale_y = is_normalized ? kRows : 1;
                            const float px = (static_cast<float>(i % kOut) + 0.5f) * step_x;
                            const float py = (static_cast<float>(i / kOut) + 0.5f) * step_y;
                            const Between x = between(scale_x * static_cast<double>(px));
                            const Between y = between(scale_y * static_cast<double>(py));
                            const double above = at(x.left, y.left) * (1 - x.weight) +
                                                 at(x.left + 1, y.left) * x.weight;
                            const double below = at(x.left, y.left + 1) * (1 - x.weight) +
                                                 at(x.left + 1, y.left + 1) * x.weight;
                            return above * (1 - y.weight) + below * y.weight;
                          }),
                     {.absolute = 1e-6});
    work.check();
  }
}

TEST(TextureCorpus, PixelsOfFourBytesAreReadWhole) {
  constexpr std::size_t kWidth = 19, kHeight = 5;
  const auto in = convert<unsigned char>(integers(kWidth * kHeight * 4, 0, 255));
  Texture texture = image(kWidth, kHeight);
  texture.type = Texture::Type::u8;
  texture.channels = 4;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<unsigned char>(in.size()));
  work.launch("brighten", {.grid = {1, kHeight}}, TexelsOf{texture, work.buffer(in)}, out,
              static_cast<int>(kWidth), 40);
  work.expect(out, make(in.size(), [&](std::size_t i) {
                return static_cast<unsigned char>(i % 4 == 3 ? in[i] : std::min(in[i] + 40, 255));
              }));
  work.check();
}

TEST(TextureCorpus, ATableOfLinearMemoryIsFetchedFrom) {
  const auto table = convert<short>(integers(100, -9999, 9999));
  const auto keys = integers(300, -3, 102, 7);
  Texture texture = line(table.size());
  texture.type = Texture::Type::i16;
  texture.is_linear_memory = true;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<short>(keys.size(), 1));
  work.launch("look_up", {.grid = {10}}, TexelsOf{texture, work.buffer(table)}, work.buffer(keys),
              out, 300);
  work.expect(out, make(keys.size(), [&](std::size_t i) {
                const bool is_inside = keys[i] >= 0 && keys[i] < 100;
                return is_inside ? table[static_cast<std::size_t>(keys[i])] : short{0};
              }));
  work.check();
}

TEST(TextureCorpus, ACurveOfBytesIsReadAsFloatsAndWraps) {
  const auto curve = convert<unsigned char>(integers(16, 0, 255));
  const auto at = reals(200, -3, 3);
  Texture texture = line(curve.size());
  texture.type = Texture::Type::u8;
  texture.reads_floats = texture.is_normalized = true;
  texture.filter = Texture::Filter::linear;
  texture.address.fill(Texture::Address::wrap);
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(at.size()));
  work.launch("interpolate", {.grid = {7}}, TexelsOf{texture, work.buffer(curve)}, work.buffer(at),
              out, 200);
  const auto value = [&](int i) {
    return curve[static_cast<std::size_t>((i % 16 + 16) % 16)] / 255.0;
  };
  work.expect_near(out,
                   make(at.size(),
                        [&](std::size_t i) {
                          const Between x = between(16 * static_cast<double>(at[i]));
                          return value(x.left) * (1 - x.weight) + value(x.left + 1) * x.weight;
                        }),
                   {.absolute = 1e-6});
  work.check();
}

TEST(TextureCorpus, ASliceLiesBetweenPlanesOfAVolume) {
  const auto volume = reals(8 * 4 * 3, 0, 1);
  Texture texture = image(8, 4);
  texture.dimensions = 3;
  texture.sizes[2] = 3;
  texture.filter = Texture::Filter::linear;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(32));
  work.launch("slice", {.grid = {4}, .block = {8}}, TexelsOf{texture, work.buffer(volume)}, out, 8,
              1.75f);
  work.expect_near(out,
                   make(32,
                        [&](std::size_t i) {
                          return 0.75 * static_cast<double>(volume[32 + i]) +
                                 0.25 * static_cast<double>(volume[64 + i]);
                        }),
                   {.absolute = 1e-6});
  work.check();
}

TEST(TextureCorpus, LayersAreTexturesOfTheirOwn) {
  const auto images = reals(8 * 4 * 3, 0, 1), rows = reals(8 * 3, 0, 1, 5);
  Texture planes = image(8, 4), lines = line(8);
  planes.layers = lines.layers = 3;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(96));
  work.launch("layers", {.grid = {4, 3}, .block = {8}}, TexelsOf{planes, work.buffer(images)},
              TexelsOf{lines, work.buffer(rows)}, out, 8);
  work.expect(out, make(96, [&](std::size_t i) { return images[i] + rows[i / 32 * 8 + i % 8]; }));
  work.check();
}

TEST(TextureCorpus, FourTexelsAreGathered) {
  const auto in = reals(9 * 5, 0, 1);
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(8 * 4 * 4));
  work.launch("corners", {.grid = {4}, .block = {8}}, TexelsOf{image(9, 5), work.buffer(in)}, out,
              8);
  work.expect(out, make(128, [&](std::size_t i) {
                const std::size_t right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
                const std::size_t x = i / 4 % 8 + right[i % 4], y = i / 32 + down[i % 4];
                return in[y * 9 + x];
              }));
  work.check();
}

TEST(TextureCorpus, SurfacesAreReadAndWrittenInTurns) {
  constexpr std::size_t kWidth = 20, kHeight = 6;
  std::vector<float> values = reals(kWidth * kHeight, 0, 1);
  const Texture surface = as_surface(image(kWidth, kHeight));
  Workload work("textures");
  const Buffer one = work.buffer(values), other = work.buffer(std::vector<float>(values.size()));
  const auto step = [&](const std::vector<float>& from) {
    const auto at = [&](int x, int y) {
      const bool is_inside =
          x >= 0 && y >= 0 && x < static_cast<int>(kWidth) && y < static_cast<int>(kHeight);
      return is_inside ? from[static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x)]
                       : 0.0f;
    };
    return make(from.size(), [&](std::size_t i) {
      const int x = static_cast<int>(i % kWidth), y = static_cast<int>(i / kWidth);
      float sum = 0;
      for (const int d : {-1, 1}) sum += at(x + d, y) + at(x, y + d);
      return sum * 0.25f;
    });
  };
  const Shape shape{.grid = {kHeight}, .block = {32}};
  work.launch("smooth", shape, TexelsOf{surface, one}, TexelsOf{surface, other},
              static_cast<int>(kWidth));
  work.launch("smooth", shape, TexelsOf{surface, other}, TexelsOf{surface, one},
              static_cast<int>(kWidth));
  work.expect(one, step(step(values)));
  work.check();
}

TEST(TextureCorpus, SurfacesHaveLayersPlanesAndLines) {
  auto pixels = convert<unsigned char>(integers(8 * 4 * 4 * 2, 0, 255));
  auto volume = reals(8 * 4 * 2, 0, 1);
  auto words = convert<unsigned short>(integers(9, 0, 999));
  Texture layered = as_surface(image(8, 4)), cube = layered, row = as_surface(line(9));
  layered.type = Texture::Type::u8;
  layered.channels = 4;
  layered.layers = 2;
  cube.dimensions = 3;
  cube.sizes[2] = 2;
  row.type = Texture::Type::u16;
  Workload work("textures");
  const Buffer first = work.buffer(pixels), second = work.buffer(volume),
               third = work.buffer(words);
  work.launch("swizzle", {.grid = {4}, .block = {8}}, TexelsOf{layered, first},
              TexelsOf{cube, second}, TexelsOf{row, third});
  for (std::size_t i = 128; i < 256; i += 4) std::reverse(&pixels[i], &pixels[i] + 4);
  for (std::size_t i = 0; i < 32; ++i) volume[i] = volume[32 + i] + 1;
  words[7] = words[8];
  for (std::size_t i = 0; i < 8; ++i) words[i] = static_cast<unsigned short>(words[i] + i);
  work.expect(first, pixels);
  work.expect(second, volume);
  work.expect(third, words);
  work.check();
}

TEST(TextureCorpus, WhatLeavesASurfaceIsFound) {
  const std::vector<float> before(32, 7);
  Workload work("textures");
  const Buffer out = work.buffer(before);
  work.launch("beyond", {.grid = {1}, .block = {1}}, TexelsOf{as_surface(image(8, 4)), out}, 4);
  work.expect(out, before);
  work.finds(trace::FindingKind::out_of_bounds);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
