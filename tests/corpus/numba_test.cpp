// What Numba makes of numba/kernels.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <tuple>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

constexpr std::int64_t kNoObject = 0;

// An array's seven parameters, or nine with two dimensions: two object pointers, number of
// elements, bytes of each, data, then sizes and strides in bytes.
auto array(const Buffer& data, std::int64_t n, std::int64_t stride = 0) {
  const std::int64_t size = size_of(data.type);
  return std::tuple(kNoObject, kNoObject, n, size, data, n, stride == 0 ? size : stride);
}
auto matrix(const Buffer& data, std::int64_t rows, std::int64_t columns, std::int64_t pitch = 0) {
  const std::int64_t size = size_of(data.type);
  return std::tuple(kNoObject, kNoObject, rows * columns, size, data, rows, columns,
                    pitch == 0 ? columns * size : pitch, size);
}

// The file's one kernel; a number stands in a tuple of one.
template <class... Arguments>
void launch(Workload& work, const Shape& shape, const Arguments&... arguments) {
  std::apply([&](const auto&... plain) { work.launch("", shape, plain...); },
             std::tuple_cat(arguments...));
}

TEST(NumbaCorpus, Saxpy) {
  const auto x = reals(300, -9, 9, 1), y = reals(300, -9, 9, 2);
  Workload work("numba/saxpy");
  const Buffer out = work.buffer(std::vector<float>(300));
  launch(work, {.grid = {3}, .block = {128}}, std::tuple(2.5f), array(work.buffer(x), 300),
         array(work.buffer(y), 300), array(out, 300));
  work.expect(out, make(300, [&](std::size_t i) { return std::fma(2.5f, x[i], y[i]); }));
  work.check();
}

TEST(NumbaCorpus, MatrixProductInSharedMemory) {
  const std::size_t m = 35, n = 19, k = 21;
  const auto a = integers(m * k, -9, 9, 1), b = integers(k * n, -9, 9, 2);
  const auto expected = make(m * n, [&](std::size_t i) {
    int sum = 0;
    for (std::size_t j = 0; j < k; ++j) sum += a[i / n * k + j] * b[j * n + i % n];
    return static_cast<float>(sum);
  });
  Workload work("numba/matmul");
  const Buffer c = work.buffer(std::vector<float>(m * n));
  launch(work, {.grid = {3, 2}, .block = {16, 16}}, matrix(work.buffer(convert<float>(a)), 35, 21),
         matrix(work.buffer(convert<float>(b)), 21, 19), matrix(c, 35, 19));
  work.expect(c, expected);
  work.check();
}

TEST(NumbaCorpus, SumOfEverySecondElementByOneAtomicABlock) {
  const auto in = integers(1002, -1000, 1000);
  std::int64_t sum = 7;
  for (std::size_t i = 0; i < in.size(); i += 2) sum += in[i];
  Workload work("numba/block_sums");
  const Buffer total = work.buffer(std::vector<std::int64_t>{7});
  launch(work, {.grid = {3}, .block = {128}}, array(work.buffer(in), 501, 8), array(total, 1));
  work.expect(total, std::vector<std::int64_t>{sum});
  work.check();
}

TEST(NumbaCorpus, MandelbrotOfComplexNumbers) {
  const auto expected = make(23 * 17, [](std::size_t i) {
    const double x = -2 + static_cast<double>(i % 23) * 2.5 / 23;
    const double y = -1.25 + static_cast<double>(i / 23) * 2.5 / 17;
    std::complex<double> z = 0;
    std::uint8_t count = 0;
    for (; count < 40 && std::norm(z) < 4; ++count) z = z * z + std::complex(x, y);
    return count;
  });
  Workload work("numba/mandelbrot");
  const Buffer image = work.buffer(std::vector<std::uint8_t>(23 * 17));
  launch(work, {.grid = {2, 2}, .block = {8, 4}}, std::tuple(-2.0, 0.5, -1.25, 1.25, 40),
         matrix(image, 17, 23));
  work.expect(image, expected);
  work.check();
}

TEST(NumbaCorpus, HeatOnRowsWithAPitch) {
  const std::size_t rows = 13, columns = 21, pitch = 24;
  const auto u = reals(rows * pitch, 0, 1);
  auto expected = convert<double>(std::vector<float>(rows * pitch, -1));
  for (std::size_t r = 1; r + 1 < rows; ++r)
    for (std::size_t c = 1; c + 1 < columns; ++c) {
      const auto at = [&](std::size_t i) { return static_cast<double>(u[i]); };
      const std::size_t i = r * pitch + c;
      expected[i] =
          at(i) + 0.2f * (at(i - pitch) + at(i + pitch) + at(i - 1) + at(i + 1) - 4 * at(i));
    }
  Workload work("numba/heat");
  const Buffer out = work.buffer(std::vector<float>(rows * pitch, -1));
  launch(work, {.grid = {4, 3}, .block = {4, 8}}, matrix(work.buffer(u), 13, 21, 96),
         matrix(out, 13, 21, 96), std::tuple(0.2f));
  work.expect_near(out, expected, {.absolute = 1e-6});  // six roundings of numbers up to 4
  work.check();
}

TEST(NumbaCorpus, ExtremesByCompareAndSwap) {
  const auto in = convert<double>(reals(200, -5, 5));
  std::vector<int> positive(7);
  for (std::size_t i = 0; i < in.size(); ++i) positive[i % 7] += in[i] > 0;
  Workload work("numba/extremes");
  const Buffer low = work.buffer(std::vector<double>{9}),
               high = work.buffer(std::vector<double>{0});
  const Buffer counts = work.buffer(std::vector<int>(7));
  launch(work, {.grid = {4}, .block = {64}}, array(work.buffer(in), 200), array(low, 1),
         array(high, 1), array(counts, 7));
  work.expect(low, std::vector<double>{*std::ranges::min_element(in)});
  work.expect(high, std::vector<double>{*std::ranges::max_element(in)});
  work.expect(counts, positive);
  work.check();
}

TEST(NumbaCorpus, PolarCoordinatesByLibdevice) {
  const auto points = convert<double>(reals(2 * 90, -3, 3));
  std::vector<double> radius, angle;
  for (std::size_t i = 0; i < 90; ++i) {
    const double x = points[2 * i], y = points[2 * i + 1];
    radius.push_back(std::hypot(x, y));
    angle.push_back(std::atan2(y, x) + std::pow(std::exp(-radius[i]), 1.5));
  }
  Workload work("numba/polar");
  const Buffer r = work.buffer(std::vector<double>(90)), a = work.buffer(std::vector<double>(90));
  launch(work, {.grid = {2}, .block = {64}}, matrix(work.buffer(points), 90, 2), array(r, 90),
         array(a, 90));
  // Each function is right to two units in the last place of numbers up to 4.
  work.expect_near(r, radius, {.relative = 1e-15});
  work.expect_near(a, angle, {.absolute = 4e-15});
  work.check();
}

TEST(NumbaCorpus, WarpSumsThroughShuffles) {
  const auto in = reals(301, -1, 1);
  std::vector<double> sums(10);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / 32] += in[i];
  Workload work("numba/warp_sums");
  const Buffer out = work.buffer(std::vector<float>(10));
  launch(work, {.grid = {3}, .block = {128}}, array(work.buffer(in), 301), array(out, 10));
  work.expect_near(out, sums, {});  // multiples of 2^-16 below 2^5: exact in any order
  work.check();
}

TEST(NumbaCorpus, ADivisionThatRaisesLeavesItsThreadOnly) {
  const auto a = integers(100, -50, 50, 1);
  auto b = integers(100, -7, 7, 2);
  b[41] = 0;
  const auto expected = make(100, [&](std::size_t i) {
    if (b[i] == 0) return -1000;
    const int quotient = static_cast<int>(std::floor(static_cast<double>(a[i]) / b[i]));
    return quotient + (a[i] - quotient * b[i]);
  });
  Workload work("numba/divide");
  const Buffer out = work.buffer(std::vector<int>(100, -1000));
  launch(work, {.grid = {2}, .block = {64}}, array(work.buffer(a), 100), array(work.buffer(b), 100),
         array(out, 100));
  work.expect(out, expected);
  work.check();
}

TEST(NumbaCorpus, RowsSortedInLocalMemory) {
  auto rows = integers(70 * 24, -99, 99);
  Workload work("numba/insertion_sorts");
  const Buffer values = work.buffer(rows);
  launch(work, {.grid = {3}, .block = {32}}, matrix(values, 70, 24), std::tuple(20));
  for (auto row = rows.begin(); row != rows.end(); row += 24) std::sort(row, row + 20);
  work.expect(values, rows);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
