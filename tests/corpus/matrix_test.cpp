#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// Row-major a (m × k) times b (k × n).
template <class To, class T>
std::vector<To> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t n,
                        std::size_t k) {
  return make(a.size() / k * n, [&](std::size_t i) {
    To sum = 0;
    for (std::size_t j = 0; j < k; ++j)
      sum += static_cast<To>(a[i / n * k + j]) * static_cast<To>(b[j * n + i % n]);
    return sum;
  });
}
template <class T>
std::vector<T> transposed(const std::vector<T>& in, std::size_t rows) {
  const std::size_t columns = in.size() / rows;
  return make(in.size(), [&](std::size_t i) { return in[i % rows * columns + i / rows]; });
}

TEST(MatrixCorpus, ProductOfFloatsInTiles) {
  const auto a = reals(19 * 29, -1, 1, 1), b = reals(29 * 13, -1, 1, 2);
  Workload work("matrix");
  const Buffer c = work.buffer(std::vector<float>(19 * 13));
  work.launch("multiply<float, 8>", {.grid = {2, 3}, .block = {8, 8}}, work.buffer(a),
              work.buffer(b), c, 19, 13, 29);
  work.expect_near(c, product<double>(a, b, 13, 29), {.absolute = 4e-6});  // 29 terms below 1
  work.check();
}

TEST(MatrixCorpus, ProductOf64BitIntegersInTiles) {
  const auto a = convert<long long>(integers(5 * 7, -2000000000, 2000000000, 1));
  const auto b = convert<long long>(integers(7 * 9, -20, 20, 2));
  Workload work("matrix");
  const Buffer c = work.buffer(std::vector<long long>(5 * 9));
  work.launch("multiply<long long, 4>", {.grid = {3, 2}, .block = {4, 4}}, work.buffer(a),
              work.buffer(b), c, 5, 9, 7);
  work.expect(c, product<long long>(a, b, 9, 7));
  work.check();
}

TEST(MatrixCorpus, TimesAVectorAlignedOrNot) {
  for (const std::size_t columns : {100u, 77u}) {
    const auto a = reals(11 * columns, -1, 1, 1), x = reals(columns, -1, 1, 2);
    Workload work("matrix");
    const Buffer y = work.buffer(std::vector<float>(11));
    work.launch("matrix_vector", {.grid = {3}, .block = {128}}, work.buffer(a), work.buffer(x), y,
                11, static_cast<int>(columns));
    work.expect_near(y, product<double>(a, x, 1, columns), {.absolute = 1e-5});
    work.check();
  }
}

TEST(MatrixCorpus, TransposesOfTwoBytesAndOfOne) {
  const auto in = convert<std::uint16_t>(integers(37 * 21, 0, 65535));
  const auto bytes = convert<std::int8_t>(in);
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<std::uint16_t>(in.size()));
  const Buffer bytes_out = work.buffer(std::vector<std::int8_t>(in.size()));
  const Shape shape{.grid = {2, 3}, .block = {16, 4}};
  work.launch("transpose<unsigned short>", shape, work.buffer(in), out, 37, 21);
  work.launch("transpose<char>", shape, work.buffer(bytes), bytes_out, 37, 21);
  work.expect(out, transposed(in, 37));
  work.expect(bytes_out, transposed(bytes, 37));
  work.check();
}

TEST(MatrixCorpus, FactorsOfSmallMatrices) {
  auto in = reals(16 * 45, -1, 1);
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i % 16 % 5 == 0) in[i] += 5;  // dominant diagonals need no pivots
  std::vector<double> factors;
  for (std::size_t first = 0; first < in.size(); first += 16) {
    double l[4][4] = {}, u[4][4] = {};  // after Doolittle, row by row
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        double rest = in[first + 4 * i + j];
        for (std::size_t k = 0; k < std::min(i, j); ++k) rest -= l[i][k] * u[k][j];
        (j < i ? l : u)[i][j] = j < i ? rest / u[j][j] : rest;
        factors.push_back((j < i ? l : u)[i][j]);
      }
  }
  Workload work("matrix");
  const Buffer out = work.buffer(in);
  work.launch("lu_4x4", {.grid = {2}, .block = {32}}, out, 45);
  work.expect_near(out, factors, {.relative = 2e-6, .absolute = 1e-6});
  work.check();
}

TEST(MatrixCorpus, SystemsSolvedWithPivots) {
  const std::size_t n = 11, systems = 3;
  const auto a = convert<double>(reals(systems * n * n, -1, 1, 1));
  const auto x = convert<double>(reals(systems * n, -1, 1, 2));
  std::vector<double> b(systems * n);
  for (std::size_t i = 0; i < systems * n; ++i)
    for (std::size_t j = 0; j < n; ++j) b[i] += a[i * n + j] * x[i / n * n + j];
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<double>(systems * n));
  work.launch("solve", {.grid = {3}, .block = {12}}, work.buffer(a), work.buffer(b), out, 11);
  work.expect_near(out, x, {.absolute = 1e-11});  // the condition of random 11 × 11 matrices
  work.check();
}

TEST(MatrixCorpus, TridiagonalSystemByCyclicReduction) {
  const std::size_t n = 61;
  const auto lower = reals(n, -1, 1, 1), upper = reals(n, -1, 1, 2), diagonal = reals(n, 3, 4, 3);
  const auto right = reals(n, -5, 5, 4);
  std::vector<double> c(n), x(n);  // after Thomas
  for (std::size_t i = 0; i < n; ++i) {
    const double below = i == 0 ? 0.0 : lower[i];
    const double pivot = diagonal[i] - (i == 0 ? 0 : below * c[i - 1]);
    c[i] = upper[i] / pivot;
    x[i] = (right[i] - (i == 0 ? 0 : below * x[i - 1])) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 0;) x[i] -= c[i] * x[i + 1];
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<float>(n));
  work.launch("tridiagonal", {.block = {64}, .dynamic_shared_bytes = 61 * 16}, work.buffer(lower),
              work.buffer(diagonal), work.buffer(upper), work.buffer(right), out, 61);
  work.expect_near(out, x, {.absolute = 5e-6});
  work.check();
}

TEST(MatrixCorpus, FourierTransformInSharedMemory) {
  const auto in = reals(3 * 64 * 2, -1, 1);
  std::vector<double> expected;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t k = 0; k < 64; ++k) {
      std::complex<double> sum;
      for (std::size_t j = 0; j < 64; ++j) {
        const float* value = &in[2 * (64 * row + j)];
        sum += std::complex<double>(value[0], value[1]) *
               std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % 64) / 64);
      }
      expected.push_back(sum.real());
      expected.push_back(sum.imag());
    }
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("fft<6>", {.grid = {3}, .block = {32}}, work.buffer(in), out);
  work.expect_near(out, expected, {.absolute = 1e-5});  // six stages of values up to 20
  work.check();
}

TEST(MatrixCorpus, HaarWavelets) {
  const auto in = reals(64, -1, 1);
  auto line = in;
  for (std::size_t count = 32; count > 0; count /= 2) {
    const auto old = line;
    for (std::size_t i = 0; i < count; ++i) {
      line[i] = (old[2 * i] + old[2 * i + 1]) / 2;
      line[count + i] = (old[2 * i] - old[2 * i + 1]) / 2;
    }
  }
  Workload work("matrix");
  const Buffer data = work.buffer(in);
  work.launch("haar", {.block = {32}, .dynamic_shared_bytes = 256}, data, 64);
  work.expect(data, line);  // multiples of 2^-22: exact
  work.check();
}

TEST(MatrixCorpus, FibonacciNumbersByPowersOfAMatrix) {
  auto indices = convert<unsigned>(integers(77, 0, 3000));
  indices[0] = 0;
  std::vector<std::uint64_t> numbers = {0, 1};
  while (numbers.size() <= 3000)
    numbers.push_back((numbers.back() + numbers[numbers.size() - 2]) % 998244353);
  const auto expected =
      make(77, [&](std::size_t i) { return static_cast<unsigned>(numbers[indices[i]]); });
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<unsigned>(77));
  work.launch("fibonacci", {.grid = {3}, .block = {32}}, work.buffer(indices), out, 998244353, 77);
  work.expect(out, expected);
  work.check();
}

TEST(MatrixCorpus, IntegralsOfFunctors) {
  std::vector<double> expected;
  for (int to = 1; to <= 3; ++to) {
    expected.push_back(std::pow(to, 4) / 4);
    expected.push_back(std::sqrt(std::numbers::pi / 2) *
                       (std::erf(to / std::numbers::sqrt2) + std::erf(1 / std::numbers::sqrt2)));
  }
  Workload work("matrix");
  const Buffer out = work.buffer(std::vector<double>(6));
  work.launch("integrals", {.grid = {3}, .block = {32}}, out, 100);
  work.expect_near(out, expected, {.relative = 1e-6});  // Simpson's error at 100 steps
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
