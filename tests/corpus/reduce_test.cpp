#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

double sum_of(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(ReduceCorpus, IntegersInTwoPasses) {
  const auto in = integers(1003, -1000, 1000);
  Workload work("reduce");
  const Buffer partial = work.buffer(std::vector<int>(5)), out = work.buffer(std::vector<int>(1));
  work.launch("sum<int, 128>", {.grid = {5}, .block = {128}}, work.buffer(in), partial, 1003);
  work.launch("sum<int, 128>", {.block = {128}}, partial, out, 5);
  work.expect(out, std::vector<int>{std::accumulate(in.begin(), in.end(), 0)});
  work.check();
}

TEST(ReduceCorpus, DoublesInTwoPasses) {
  const auto in = reals(777, -1, 1);
  Workload work("reduce");
  const Buffer partial = work.buffer(std::vector<double>(3));
  const Buffer out = work.buffer(std::vector<double>(1));
  work.launch("sum<double, 64>", {.grid = {3}, .block = {64}}, work.buffer(convert<double>(in)),
              partial, 777);
  work.launch("sum<double, 64>", {.block = {64}}, partial, out, 3);
  work.expect(out, std::vector<double>{sum_of(in)});  // multiples of 2^-16: exact
  work.check();
}

TEST(ReduceCorpus, DistancesByALambdaThatCaptures) {
  const auto points = reals(2 * 150, -5, 5);
  double sum = 0;
  for (std::size_t i = 0; i < 150; ++i)
    sum += std::hypot(points[2 * i] - 0.5, points[2 * i + 1] + 1.25);
  Workload work("reduce");
  const Buffer out = work.buffer(std::vector<float>(1));
  const float centre[] = {0.5f, -1.25f};
  work.launch("sum_of_distances", {.grid = {3}, .block = {64}}, work.buffer(points), out,
              std::bit_cast<std::uint64_t>(centre), 150);
  work.expect_near(out, {sum}, {.relative = 1e-6});
  work.check();
}

TEST(ReduceCorpus, TheLastBlockAddsTheRestTwice) {
  const auto in = reals(1001, 0, 1);
  Workload work("reduce");
  const Buffer values = work.buffer(in), partial = work.buffer(std::vector<float>(7));
  const Buffer first = work.buffer(std::vector<float>(1)),
               second = work.buffer(std::vector<float>(1));
  work.launch("last_block_sum", {.grid = {7}, .block = {64}}, values, partial, first, 1001);
  work.launch("last_block_sum", {.grid = {7}, .block = {64}}, values, partial, second, 1001);
  work.expect_near(first, {sum_of(in)}, {.relative = 1e-6});
  work.expect_near(second, {sum_of(in)}, {.relative = 1e-6});
  work.check();
}

TEST(ReduceCorpus, DotProductByAtomicsOfDoubles) {
  const auto a = reals(501, -1, 1, 1), b = reals(501, -1, 1, 2);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  Workload work("reduce");
  const Buffer out = work.buffer(std::vector<double>(1));
  work.launch("dot", {.grid = {3}, .block = {96}}, work.buffer(convert<double>(a)),
              work.buffer(convert<double>(b)), out, 501);
  work.expect(out, std::vector<double>{sum});  // multiples of 2^-32: exact in any order
  work.check();
}

TEST(ReduceCorpus, TheLargestFloatByCompareAndSwap) {
  const auto in = reals(203, -50, -1);
  Workload work("reduce");
  const Buffer out = work.buffer(std::vector<float>{-1000.0f});
  work.launch("float_maximum", {.grid = {4}, .block = {64}}, work.buffer(in), out, 203);
  work.expect(out, std::vector<float>{*std::ranges::max_element(in)});
  work.check();
}

TEST(ReduceCorpus, MeanAndVarianceAfterWelford) {
  const auto in = reals(205, 3, 5);
  const double mean = sum_of(in) / 205;
  double squares = 0;
  for (const double x : in) squares += (x - mean) * (x - mean);
  Workload work("reduce");
  const Buffer out = work.buffer(std::vector<float>(3));
  work.launch("welford", {.block = {32}}, work.buffer(in), out, 205);
  work.expect_near(out, {205, mean, squares}, {.relative = 2e-6});
  work.check();
}

TEST(ReduceCorpus, TheLastWarpUnrolled) {
  const auto in = integers(700, -9, 9);
  Workload work("reduce");
  const Buffer out = work.buffer(std::vector<int>(1));
  work.launch("unrolled_sum", {.grid = {3}, .block = {128}}, work.buffer(in), out, 700);
  work.expect(out, std::vector<int>{std::accumulate(in.begin(), in.end(), 0)});
  work.check();
}

TEST(ReduceCorpus, AtomicsOf64Bits) {
  const auto low = integers(101, 0, 0x7fffffff, 1), high = integers(101, -1000, 1000, 2);
  const auto in = make(101, [&](std::size_t i) {
    return static_cast<std::uint64_t>(high[i]) << 32 | static_cast<std::uint32_t>(low[i]);
  });
  std::vector<std::uint64_t> sums(3), bits = {~std::uint64_t{0}, 0, 0, 17};
  for (std::size_t i = 0; i < in.size(); ++i) {
    sums[i % 3] += in[i];
    bits[0] &= in[i], bits[1] |= in[i], bits[2] ^= in[i];
  }
  const auto [least, most] = std::ranges::minmax(convert<std::int64_t>(in));
  Workload work("reduce");
  const Buffer sum = work.buffer(std::vector<std::uint64_t>(3));
  const Buffer lowest = work.buffer(std::vector<std::int64_t>(1, INT64_MAX));
  const Buffer highest = work.buffer(std::vector<std::int64_t>(1, INT64_MIN));
  const Buffer words = work.buffer(std::vector<std::uint64_t>{~std::uint64_t{0}, 0, 0, 0});
  work.launch("atomics_64", {.grid = {2}, .block = {64}}, work.buffer(in), sum, lowest, highest,
              words, 101);
  work.expect(sum, sums);
  work.expect(lowest, std::vector<std::int64_t>{least});
  work.expect(highest, std::vector<std::int64_t>{most});
  work.expect(words, bits);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
