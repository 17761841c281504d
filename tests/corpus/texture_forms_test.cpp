#include <gtest/gtest.h>

#include "tests/corpus/texture_kit.h"

namespace warplens::corpus {
namespace {

TEST(TextureFormCorpus, NeighboursAreReadByOffsets) {
  constexpr std::size_t kWidth = 12, kHeight = 6;
  const auto pixels = reals(kWidth * kHeight, 0, 1), values = reals(16, 0, 1, 3),
             voxels = reals(kWidth * kHeight * 2, 0, 1, 4);
  Texture filtered = image(kWidth, kHeight), volume = filtered;
  filtered.filter = Texture::Filter::linear;
  volume.dimensions = 3;
  volume.sizes[2] = 2;
  Workload work("texture_forms");
  const Buffer out = work.buffer(std::vector<float>(8 * 4 * 5));
  work.launch("neighbours", {.grid = {4}, .block = {8}}, TexelsOf{filtered, work.buffer(pixels)},
              TexelsOf{line(16), work.buffer(values)}, TexelsOf{volume, work.buffer(voxels)}, out,
              2);
  const auto pixel = [&](int x, int y) {
    const auto row = static_cast<std::size_t>(clamped_index(y, kHeight));
    return static_cast<double>(
        pixels[row * kWidth + static_cast<std::size_t>(clamped_index(x, kWidth))]);
  };
  work.expect_near(out,
                   make(8 * 4 * 5,
                        [&](std::size_t i) -> double {
                          const auto x = static_cast<int>(i / 5 % 8), y = static_cast<int>(i / 40);
                          const std::size_t voxel = (kHeight + i / 40) * kWidth + i / 5 % 8;
                          const bool is_inside = x > 0 && y + 1 < static_cast<int>(kHeight);
                          switch (i % 5) {
                            case 0:
                              return 0.75 * pixel(x + 2, y - 1) + 0.25 * pixel(x + 3, y - 1);
                            case 1:
                              return is_inside ? pixel(x - 1, y + 1) : 0;
                            case 2:
                              return static_cast<double>(values[i / 5 % 8 + 3]);
                            case 3:
                              return static_cast<double>(voxels[voxel]);
                            default:
                              return pixel(x + 1, y + 1);
                          }
                        }),
                   {.absolute = 1e-6});
  work.check();
}

TEST(TextureFormCorpus, ChannelsAreHalves) {
  const auto texels =
      make(8 * 4 * 4, [](std::size_t i) { return Half(static_cast<double>(i) / 16 - 3); });
  Texture texture = image(8, 4);
  texture.type = Texture::Type::f16;
  texture.channels = 4;
  const auto bits = make(texels.size(), [&](std::size_t i) { return texels[i].bits; });
  Workload work("texture_forms");
  const Buffer one = work.buffer(std::vector<std::uint16_t>(bits.size())),
               pairs = work.buffer(std::vector<std::uint16_t>(bits.size()));
  work.launch("as_halves", {.grid = {4}, .block = {8}}, TexelsOf{texture, work.buffer(texels)}, one,
              pairs);
  work.expect(one, bits);
  work.expect(pairs, bits);
  work.check();
}

TEST(TextureFormCorpus, ValuesAreStoredAsTexelsHaveThem) {
  constexpr std::size_t kWidth = 11, kHeight = 3;
  const auto in = reals(kWidth * kHeight * 4, -100, 100);
  Texture halves = as_surface(image(kWidth, kHeight)), bytes = halves, words = as_surface(line(32));
  halves.type = Texture::Type::f16;
  halves.channels = 4;
  bytes.type = Texture::Type::i8;
  bytes.channels = bytes.layers = 2;
  words.type = Texture::Type::u16;
  Workload work("texture_forms");
  const Buffer first = work.buffer(std::vector<Half>(in.size())),
               second = work.buffer(std::vector<signed char>(kWidth * kHeight * 4, 9)),
               third = work.buffer(std::vector<unsigned short>(32, 9));
  work.launch("formatted", {.grid = {kHeight}, .block = {kWidth}}, TexelsOf{halves, first},
              TexelsOf{bytes, second}, TexelsOf{words, third}, work.buffer(in),
              static_cast<int>(kWidth));
  work.expect(first, make(in.size(), [&](std::size_t i) {
                Half half(in[i]);
                if (std::abs(value_of(half)) > std::abs(in[i])) --half.bits;  // cut off
                return half;
              }));
  work.expect(second, make(kWidth * kHeight * 4, [&](std::size_t i) {
                const std::size_t layer = i / (kWidth * kHeight * 2), x = i / 2 % kWidth;
                const auto y = static_cast<int>(i / 2 / kWidth % kHeight);
                if (layer == 0 || x == 0) return static_cast<signed char>(9);
                return static_cast<signed char>(i % 2 == 0 ? 1 - static_cast<int>(x) : y);
              }));
  work.expect(third, make(32, [&](std::size_t i) {
                return static_cast<unsigned short>(i < kWidth ? 1000 + i : 9);
              }));
  work.check();
}

TEST(TextureFormCorpus, ManyThreadsReduceToOneTexel) {
  const auto in = integers(200, -5000, 5000);
  Texture counts = as_surface(line(24)), extremes = as_surface(image(3, 2)),
          wide = as_surface(image(2, 2));
  counts.type = wide.type = Texture::Type::u32;
  extremes.type = Texture::Type::i32;
  wide.dimensions = 3;
  wide.sizes[2] = 2;
  wide.channels = 2;
  Workload work("texture_forms");
  std::vector<unsigned> sums(24, 1);
  std::vector<int> ends{2500, -2500, 7, 2500, 7, 0x7fff};
  std::vector<long long> longs(8, 3);
  const Buffer first = work.buffer(sums), second = work.buffer(ends), third = work.buffer(longs);
  work.launch("reduced", {.grid = {5}, .block = {40}}, TexelsOf{counts, first},
              TexelsOf{extremes, second}, TexelsOf{wide, third}, work.buffer(in));
  for (const int value : in) {
    ++sums[static_cast<std::size_t>(value & 7)];
    sums[8 + static_cast<std::size_t>(value & 15)] += static_cast<unsigned>(value);
    ends[0] = std::min(ends[0], value);
    ends[1] = std::max(ends[1], value);
    ends[3] =
        static_cast<int>(std::min(static_cast<unsigned>(ends[3]), static_cast<unsigned>(value)));
    ends[4] &= value;
    ends[5] |= value;
    longs[5] += static_cast<long long>(value) << 20;
    longs[2] = std::max(longs[2], static_cast<long long>(value) << 20);
  }
  work.expect(first, sums);
  work.expect(second, ends);
  work.expect(third, longs);
  work.check();
}

TEST(TextureFormCorpus, ObjectsSayWhatTheyAre) {
  Texture texture = image(13, 7), volume = as_surface(image(4, 3));
  texture.layers = 3;
  texture.is_normalized = true;
  volume.dimensions = 3;
  volume.sizes[2] = 5;
  Workload work("texture_forms");
  const Buffer out = work.buffer(std::vector<unsigned>(5));
  work.launch("asked", {.block = {1}},
              TexelsOf{texture, work.buffer(std::vector<float>(13 * 7 * 3))},
              TexelsOf{volume, work.buffer(std::vector<float>(60))},
              TexelsOf{cube(6), work.buffer(std::vector<float>(216))}, out);
  work.expect(out, std::vector<unsigned>{13, 7, 4, 5, 6});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
