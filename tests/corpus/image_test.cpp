#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// A float sum of at most 25 terms of size 1: 25 roundings of 2^-24.
constexpr catalog::Tolerance kShortSum{.relative = 2e-6, .absolute = 2e-6};

template <class T>
struct Image {
  std::vector<T> values;
  int width, height;
  [[nodiscard]] T clamped(int x, int y) const {
    return at(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
  }
  [[nodiscard]] T or_zero(int x, int y) const {
    return x < 0 || y < 0 || x >= width || y >= height ? T{} : at(x, y);
  }
  [[nodiscard]] T wrapped(int x, int y) const {
    return at((x + width) % width, (y + height) % height);
  }
  [[nodiscard]] T at(int x, int y) const { return values[static_cast<std::size_t>(y * width + x)]; }
  template <class F>
  [[nodiscard]] auto map(F f) const {
    return make(values.size(), [&](std::size_t i) {
      return f(static_cast<int>(i) % width, static_cast<int>(i) / width);
    });
  }
};

Image<float> picture(int width, int height) {
  return {reals(static_cast<std::size_t>(width * height), 0, 1), width, height};
}
Image<std::uint8_t> byte_picture(int width, int height) {
  const auto values = integers(static_cast<std::size_t>(width * height), 0, 255);
  return {convert<std::uint8_t>(values), width, height};
}
Shape tiles(int width, int height) {
  return {.grid = {static_cast<unsigned>(width + 15) / 16, static_cast<unsigned>(height + 3) / 4},
          .block = {16, 4}};
}

TEST(ImageCorpus, ConvolutionOfALineWithConstantTaps) {
  const double taps[] = {0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125};
  const auto line = Image<float>{reals(171, -1, 1), 171, 1};
  const auto expected = line.map([&](int x, int) {
    double sum = 0;
    for (int k = 0; k < 7; ++k) sum += taps[k] * line.or_zero(x + k - 3, 0);
    return sum;
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<float>(171));
  work.launch("convolution_1d", {.grid = {3}, .block = {64}}, work.buffer(line.values), out, 171);
  work.expect_near(out, expected, kShortSum);
  work.check();
}

TEST(ImageCorpus, ConvolutionOfAnImageWithAClampedBorder) {
  const auto image = picture(37, 11);
  const auto mask = reals(25, -0.5, 0.5, 2);
  const auto expected = image.map([&](int x, int y) {
    double sum = 0;
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 5; ++i)
        sum += static_cast<double>(mask[static_cast<std::size_t>(j * 5 + i)]) *
               image.clamped(x + i - 2, y + j - 2);
    return sum;
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<float>(37 * 11));
  work.launch("convolution_2d", tiles(37, 11), work.buffer(image.values), work.buffer(mask), out,
              37, 11);
  work.expect_near(out, expected, kShortSum);
  work.check();
}

TEST(ImageCorpus, SeparableBoxBlurWithDynamicSharedMemory) {
  const auto image = picture(45, 13);
  const int radius = 3;
  const auto expected = image.map([&](int x, int y) {
    double sum = 0;
    for (int j = -radius; j <= radius; ++j)
      for (int i = -radius; i <= radius; ++i) sum += image.or_zero(x + i, y + j);
    return sum / 49;
  });
  Workload work("image");
  const Buffer rows = work.buffer(std::vector<float>(45 * 13)), out = work.buffer(image.values);
  work.launch("separable_rows", {.grid = {13}, .block = {32}, .dynamic_shared_bytes = 51 * 4}, out,
              rows, 45, 13, radius);
  work.launch("separable_columns", {.grid = {2}, .block = {32}}, rows, out, 45, 13, radius);
  work.expect_near(out, expected, kShortSum);
  work.check();
}

TEST(ImageCorpus, SobelOfBytes) {
  const auto image = byte_picture(35, 9);
  const auto expected = image.map([&](int x, int y) {
    if (x == 0 || y == 0 || x == 34 || y == 8) return std::uint8_t{0};
    const auto gradient = [&](int ax, int ay) {  // along (ax, ay), across it weights 1 2 1
      int sum = 0;
      for (int k = -1; k <= 1; ++k)
        sum += (k == 0 ? 2 : 1) * (image.at(x + ax + k * ay, y + ay + k * ax) -
                                   image.at(x - ax + k * ay, y - ay + k * ax));
      return std::abs(sum);
    };
    return static_cast<std::uint8_t>(std::min(gradient(1, 0) + gradient(0, 1), 255));
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<std::uint8_t>(35 * 9, 7));
  work.launch("sobel", tiles(35, 9), work.buffer(image.values), out, 35, 9);
  work.expect(out, expected);
  work.check();
}

TEST(ImageCorpus, MedianOfNine) {
  const auto image = byte_picture(33, 7);
  const auto expected = image.map([&](int x, int y) {
    std::vector<std::uint8_t> nine;
    for (int k = 0; k < 9; ++k) nine.push_back(image.clamped(x + k % 3 - 1, y + k / 3 - 1));
    std::ranges::nth_element(nine, nine.begin() + 4);
    return nine[4];
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<std::uint8_t>(33 * 7));
  work.launch("median_3", tiles(33, 7), work.buffer(image.values), out, 33, 7);
  work.expect(out, expected);
  work.check();
}

TEST(ImageCorpus, JacobiStepsWithTheLargestChange) {
  const auto start = picture(29, 10);
  auto image = start;
  double change = 0;
  for (int step = 0; step < 3; ++step) {
    const auto next = image.map([&](int x, int y) {
      if (x == 0 || y == 0 || x == 28 || y == 9) return image.at(x, y);
      return 0.25f *
             (image.at(x - 1, y) + image.at(x + 1, y) + image.at(x, y - 1) + image.at(x, y + 1));
    });
    change = 0;
    for (std::size_t i = 0; i < next.size(); ++i)
      change = std::max(change, std::abs(static_cast<double>(next[i]) - image.values[i]));
    image.values = next;
  }
  Workload work("image");
  const Buffer a = work.buffer(start.values), b = work.buffer(std::vector<float>(290));
  std::vector<Buffer> changes;
  for (int step = 0; step < 3; ++step) changes.push_back(work.buffer(std::vector<float>(1)));
  work.launch("jacobi", tiles(29, 10), a, b, changes[0], 29, 10);
  work.launch("jacobi", tiles(29, 10), b, a, changes[1], 29, 10);
  work.launch("jacobi", tiles(29, 10), a, b, changes[2], 29, 10);
  work.expect(b, image.values);  // the reference adds in the same order
  work.expect_near(changes[2], {change}, {.relative = 1e-6});
  work.check();
}

TEST(ImageCorpus, HeatInThreeDimensionsPlaneByPlane) {
  const int nx = 13, ny = 6, nz = 5;
  const auto in = reals(static_cast<std::size_t>(nx * ny * nz), 0, 1);
  const auto at = [&](int x, int y, int z) {
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz;
    return inside ? static_cast<double>(in[static_cast<std::size_t>((z * ny + y) * nx + x)]) : 0.0;
  };
  const auto expected = make(in.size(), [&](std::size_t index) {
    const int i = static_cast<int>(index), x = i % nx, y = i / nx % ny, z = i / nx / ny;
    return at(x, y, z) +
           0.125 * (at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                    at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z));
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("heat_3d", {.grid = {2, 2}, .block = {8, 4}}, work.buffer(in), out, nx, ny, nz,
              0.125f);
  work.expect_near(out, expected, kShortSum);
  work.check();
}

TEST(ImageCorpus, GameOfLifeOnATorus) {
  const Image<std::uint8_t> cells{convert<std::uint8_t>(integers(31 * 17, 0, 1)), 31, 17};
  const auto expected = cells.map([&](int x, int y) {
    int alive = 0;
    for (int k = 0; k < 9; ++k) alive += k == 4 ? 0 : cells.wrapped(x + k % 3 - 1, y + k / 3 - 1);
    return std::uint8_t{alive == 3 || (alive == 2 && cells.at(x, y) == 1)};
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<std::uint8_t>(31 * 17));
  work.launch("game_of_life", tiles(31, 17), work.buffer(cells.values), out, 31, 17);
  work.expect(out, expected);
  work.check();
}

TEST(ImageCorpus, BilinearResize) {
  const auto image = picture(13, 7);
  const auto expected = make(29 * 16, [&](std::size_t i) {
    const double sx = std::max((static_cast<double>(i % 29) + 0.5) * 13 / 29 - 0.5, 0.0);
    const double sy = std::max((static_cast<double>(i / 29) + 0.5) * 7 / 16 - 0.5, 0.0);
    const int x = static_cast<int>(sx), y = static_cast<int>(sy);
    const double fx = sx - x, fy = sy - y;
    return (image.at(x, y) * (1 - fx) + image.clamped(x + 1, y) * fx) * (1 - fy) +
           (image.clamped(x, y + 1) * (1 - fx) + image.clamped(x + 1, y + 1) * fx) * fy;
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<float>(29 * 16));
  work.launch("bilinear_resize", tiles(29, 16), work.buffer(image.values), 13, 7, out, 29, 16);
  // Positions up to 13 are rounded to float, and the values between pixels with them.
  work.expect_near(out, expected, {.absolute = 4e-6});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
