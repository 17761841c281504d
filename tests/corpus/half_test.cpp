#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Row = std::vector<double>;

// Numbers that the type holds, as float64 for references.
template <class T>
Row values(std::size_t n, double low, double high, unsigned seed = 1) {
  const auto numbers = reals(n, low, high, seed);
  return make(n, [&](std::size_t i) { return value_of(T(numbers[i])); });
}
template <class T>
std::vector<T> typed(const Row& row) {
  return make(row.size(), [&](std::size_t i) { return T(row[i]); });
}

// float64 holds the exact result of a fused half operation, so one rounding makes it right.
TEST(HalfCorpus, AxpyInPairs) {
  const Row x = values<Half>(202, -2, 2, 1), y = values<Half>(202, -2, 2, 2);
  Workload work("half");
  const Buffer out = work.buffer(typed<Half>(y));
  const auto pair = std::uint32_t{Half(1.25).bits} | std::uint32_t{Half(-0.3).bits} << 16;
  work.launch("axpy", {.grid = {2}, .block = {32}}, pair, work.buffer(typed<Half>(x)), out, 101);
  const double factors[] = {1.25, value_of(Half(-0.3))};
  work.expect_near(out, make(202, [&](std::size_t i) { return factors[i % 2] * x[i] + y[i]; }), {});
  work.check();
}

TEST(HalfCorpus, EveryOperationRoundsOnce) {
  const Row x = values<Half>(90, -9, 9, 1), y = values<Half>(90, 0.5, 3, 2);
  Row expected;
  for (std::size_t i = 0; i < 90; ++i) {
    const double ten_times = value_of(Half(x[i] * 10));
    const double row[] = {x[i] + y[i],
                          x[i] - y[i],
                          x[i] * y[i],
                          x[i] / y[i],
                          -x[i] < y[i] ? x[i] : y[i],
                          x[i] * y[i] + 0.5,
                          std::sqrt(std::abs(x[i])),
                          std::trunc(ten_times)};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Half>(expected.size()));
  work.launch("half_arithmetic", {.grid = {3}, .block = {32}}, work.buffer(typed<Half>(x)),
              work.buffer(typed<Half>(y)), out, 90);
  work.expect_near(out, expected, {});
  work.check();
}

TEST(HalfCorpus, SoftmaxOfHalves) {
  const std::size_t columns = 71;
  const Row in = values<Half>(3 * columns, -6, 6);
  Row expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += std::exp(in[i / columns * columns + c]);
    expected[i] = std::exp(in[i]) / sum;
  }
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Half>(in.size()));
  work.launch("half_softmax", {.grid = {3}, .block = {32}}, work.buffer(typed<Half>(in)), out, 71);
  // One unit in the last place of a half, of a subnormal one below 2^-14.
  work.expect_near(out, expected, {.relative = 1.0 / 1024, .absolute = 6e-8});
  work.check();
}

TEST(HalfCorpus, DotProductWithASumInFloat) {
  const Row a = values<Half>(150, -1, 1, 1), b = values<Half>(150, -1, 1, 2);
  double sum = 0;
  for (std::size_t i = 0; i < 150; ++i) sum += value_of(Half(a[i] * b[i]));
  Workload work("half");
  const Buffer out = work.buffer(std::vector<float>(1));
  work.launch("half_dot", {.block = {32}}, work.buffer(typed<Half>(a)), work.buffer(typed<Half>(b)),
              out, 75);
  work.expect_near(out, {sum}, {.absolute = 1e-5});
  work.check();
}

TEST(HalfCorpus, EightHalvesALoad) {
  const Row in = values<Half>(8 * 45, -1, 1);
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Half>(in.size()));
  work.launch("relu_vectors", {.grid = {2}, .block = {32}}, work.buffer(typed<Half>(in)), out, 45);
  work.expect_near(out, make(in.size(), [&](std::size_t i) { return std::max(in[i], 0.0); }), {});
  work.check();
}

TEST(HalfCorpus, TransposeThroughATileOfHalves) {
  const Row in = values<Half>(21 * 35, -1, 1);
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Half>(in.size()));
  work.launch("half_transpose", {.grid = {3, 2}, .block = {16, 16}}, work.buffer(typed<Half>(in)),
              out, 21, 35);
  work.expect_near(out, make(in.size(), [&](std::size_t i) { return in[i % 21 * 35 + i / 21]; }),
                   {});
  work.check();
}

TEST(HalfCorpus, SumsByAtomicsOfHalves) {
  const auto in = convert<double>(integers(100, -8, 8));
  Row sums(3);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i % 3] += in[i];
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Half>(3));
  work.launch("half_atomic_sum", {.grid = {2}, .block = {64}}, work.buffer(typed<Half>(in)), out,
              100);
  work.expect_near(out, sums, {});  // integers below 2048 are exact in any order
  work.check();
}

TEST(HalfCorpus, SumsOfBfloats) {
  const Row a = values<Bfloat>(75, -9, 9, 1), b = values<Bfloat>(75, -0.1, 0.1, 2);
  Workload work("half");
  const Buffer out = work.buffer(std::vector<Bfloat>(75));
  work.launch("bfloat_add", {.grid = {3}, .block = {32}}, work.buffer(typed<Bfloat>(a)),
              work.buffer(typed<Bfloat>(b)), out, 75);
  work.expect_near(out, make(75, [&](std::size_t i) { return a[i] + b[i]; }), {});
  work.check();
}

TEST(HalfCorpus, BfloatsToFloatsAndBack) {
  const Row in = values<Bfloat>(75, -9, 9);
  const Row scaled = make(75, [&](std::size_t i) {
    return static_cast<double>(static_cast<float>(in[i] * double{0.3f}));
  });
  Workload work("half");
  const Buffer wide = work.buffer(std::vector<float>(75));
  const Buffer out = work.buffer(std::vector<Bfloat>(75));
  work.launch("bfloat_scale", {.grid = {3}, .block = {32}}, work.buffer(typed<Bfloat>(in)), wide,
              out, 0.3f, 75);
  work.expect_near(wide, scaled, {});
  work.expect_near(out, scaled, {});
  work.check();
}

TEST(HalfCorpus, AxpyOfBfloatsInPairs) {
  const Row x = values<Bfloat>(130, -2, 2, 1), y = values<Bfloat>(130, -2, 2, 2);
  Workload work("bfloat");
  const Buffer out = work.buffer(typed<Bfloat>(y));
  const auto pair = std::uint32_t{Bfloat(0.75).bits} | std::uint32_t{Bfloat(-3).bits} << 16;
  work.launch("bfloat_axpy", {.grid = {3}, .block = {32}}, pair, work.buffer(typed<Bfloat>(x)), out,
              65);
  const double factors[] = {0.75, -3};
  work.expect_near(out, make(130, [&](std::size_t i) { return factors[i % 2] * x[i] + y[i]; }), {});
  work.check();
}

TEST(HalfCorpus, ClampOfBfloats) {
  const Row in = values<Bfloat>(66, -2, 2);
  Workload work("bfloat");
  const Buffer out = work.buffer(std::vector<Bfloat>(66));
  work.launch("bfloat_clamp", {.grid = {3}, .block = {32}}, work.buffer(typed<Bfloat>(in)), out,
              Bfloat(-0.5), Bfloat(1.5), 66);
  work.expect_near(out, make(66, [&](std::size_t i) { return std::clamp(in[i], -0.5, 1.5); }), {});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
