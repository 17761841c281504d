#include <gtest/gtest.h>

#include "tests/corpus/texture_kit.h"

namespace warplens::corpus {
namespace {

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
      return static_cast<double>(in[static_cast<std::size_t>(clamped_index(y, kRows)) * kIn +
                                    static_cast<std::size_t>(clamped_index(x, kIn))]);
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
                     {.absolute = 4 * kWeightStep});
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
                   {.absolute = 2 * kWeightStep});
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

TEST(TextureCorpus, LayersOfSurfacesAreReadAndWritten) {
  constexpr std::size_t kWidth = 10, kHeight = 4;
  const auto planes = reals(kWidth * kHeight * 3 * 2, 0, 1);
  auto rows = integers(kWidth * 3, -99, 99);
  Texture layered = as_surface(image(kWidth, kHeight)), lines = as_surface(line(kWidth));
  layered.channels = 2;
  layered.layers = lines.layers = 3;
  lines.type = Texture::Type::i32;
  Workload work("textures");
  const Buffer first = work.buffer(planes), second = work.buffer(rows);
  work.launch("mirror_layers", {.grid = {2, 3}}, TexelsOf{layered, first}, TexelsOf{lines, second},
              static_cast<int>(kWidth));
  work.expect(first, make(planes.size(), [&](std::size_t i) {
                const std::size_t pixel = i / 2, x = pixel % kWidth, row = pixel / kWidth;
                return row % 2 == 0 ? planes[(row * kWidth + kWidth - 1 - x) * 2 + i % 2]
                                    : planes[i];
              }));
  for (std::size_t x = 0; x < kWidth; ++x) rows[20 + x] += rows[x] + rows[10 + x];
  work.expect(second, rows);
  work.check();
}

TEST(TextureCorpus, EachChannelIsGathered) {
  const auto in = convert<unsigned char>(integers(9 * 5 * 4, 0, 255));
  Texture texture = image(9, 5);
  texture.type = Texture::Type::u8;
  texture.channels = 4;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<unsigned>(8 * 4 * 16));
  work.launch("corners_of_all", {.grid = {4}, .block = {8}}, TexelsOf{texture, work.buffer(in)},
              out, 8);
  work.expect(out, make(512, [&](std::size_t i) {
                const std::size_t right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
                const std::size_t x = i / 16 % 8 + right[i % 4], y = i / 128 + down[i % 4];
                return static_cast<unsigned>(in[(y * 9 + x) * 4 + i / 4 % 4]);
              }));
  work.check();
}

TEST(TextureCorpus, HalvesAndBytesAreReadAsFloats) {
  const auto halves = make(96, [](std::size_t i) { return Half(static_cast<double>(i) / 8 - 5); });
  const auto bytes = convert<unsigned char>(integers(12 * 8 * 4, 0, 255));
  Texture table = line(96), pixels = image(12, 8);
  table.type = Texture::Type::f16;
  table.is_linear_memory = true;
  pixels.type = Texture::Type::u8;
  pixels.channels = 4;
  pixels.reads_floats = true;
  Workload work("textures");
  const Buffer first = work.buffer(std::vector<float>(96)),
               second = work.buffer(std::vector<float>(96 * 4));
  work.launch("as_floats", {.grid = {3}}, TexelsOf{table, work.buffer(halves)},
              TexelsOf{pixels, work.buffer(bytes)}, first, second, 12);
  work.expect(first, make(96, [](std::size_t i) { return static_cast<float>(i) / 8 - 5; }));
  work.expect_near(second, make(96 * 4, [&](std::size_t i) { return bytes[i] / 255.0; }),
                   {.absolute = 1e-7});
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
