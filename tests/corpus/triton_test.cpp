// What Triton makes of triton/kernels.py. Behind a kernel's own parameters stand two pointers to
// scratch memory, null where none is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

constexpr std::uint64_t kNoTritonScratch = 0;

class EveryTarget : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(TritonCorpus, EveryTarget, testing::Values("80", "90"));

TEST_P(EveryTarget, VectorAdd) {
  const auto x = reals(1003, -9, 9, 1), y = reals(1003, -9, 9, 2);
  Workload work(std::string("triton/vector_add_") + GetParam());
  const Buffer out = work.buffer(std::vector<float>(1003));
  work.launch("vector_add", {.grid = {4}, .block = {128}}, work.buffer(x), work.buffer(y), out,
              1003, kNoTritonScratch, kNoTritonScratch);
  work.expect(out, make(1003, [&](std::size_t i) { return x[i] + y[i]; }));
  work.check();
}

TEST_P(EveryTarget, SoftmaxOfRowsInTurnsWithLoadsAhead) {
  const std::size_t rows = 10, columns = 101;
  const auto in = reals(rows * columns, -8, 8);
  std::vector<double> expected;
  for (std::size_t i = 0; i < in.size(); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += std::exp(static_cast<double>(in[i / columns * columns + c]));
    expected.push_back(std::exp(static_cast<double>(in[i])) / sum);
  }
  Workload work(std::string("triton/softmax_") + GetParam());
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("softmax", {.grid = {3}, .block = {128}, .dynamic_shared_bytes = 528}, out,
              work.buffer(in), 101, 101, 10, 101, kNoTritonScratch, kNoTritonScratch);
  // ex2.approx of up to 16 × log₂e, rounded to 2^-20: a relative error of 2^-20.
  work.expect_near(out, expected, {.relative = 4e-6});
  work.check();
}

TEST(TritonCorpus, LayerNorm) {
  const std::size_t rows = 3, columns = 201;
  const auto in = reals(rows * columns, -2, 5), weight = reals(columns, 0.5, 1.5, 2);
  const auto bias = reals(columns, -1, 1, 3);
  std::vector<double> expected, means, scales;
  for (std::size_t r = 0; r < rows; ++r) {
    const float* row = &in[r * columns];
    const double mean = std::accumulate(row, row + columns, 0.0) / columns;
    double squares = 0;
    for (std::size_t c = 0; c < columns; ++c) squares += (row[c] - mean) * (row[c] - mean);
    means.push_back(mean);
    scales.push_back(1 / std::sqrt(squares / columns + 1e-5f));
    for (std::size_t c = 0; c < columns; ++c)
      expected.push_back((row[c] - mean) * scales.back() * weight[c] + bias[c]);
  }
  Workload work("triton/layer_norm_80");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  const Buffer mean = work.buffer(std::vector<float>(rows));
  const Buffer scale = work.buffer(std::vector<float>(rows));
  work.launch("layer_norm", {.grid = {3}, .block = {128}, .dynamic_shared_bytes = 16},
              work.buffer(in), out, work.buffer(weight), work.buffer(bias), mean, scale, 201, 201,
              1e-5f, kNoTritonScratch, kNoTritonScratch);
  // Sums of 201 floats in pairs, one square root and one division right to two units.
  const catalog::Tolerance tolerance{.relative = 2e-6, .absolute = 2e-6};
  work.expect_near(out, expected, tolerance);
  work.expect_near(mean, means, tolerance);
  work.expect_near(scale, scales, tolerance);
  work.check();
}

TEST(TritonCorpus, DropoutByPhilox) {
  const auto in = reals(700, 1, 9);
  const std::uint32_t seed = 1234;
  const auto expected = make(700, [&](std::size_t i) {
    std::uint32_t c[4] = {static_cast<std::uint32_t>(i)}, key0 = seed, key1 = 0;
    for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9, key1 += 0xBB67AE85) {
      const std::uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
      c[0] = static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key0;
      c[1] = static_cast<std::uint32_t>(b);
      c[2] = static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key1;
      c[3] = static_cast<std::uint32_t>(a);
    }
    const auto folded = static_cast<std::int32_t>(c[0]);
    const double uniform = (folded < 0 ? ~folded : folded) * 4.6566127342e-10;
    return uniform > 0.25 ? in[i] / 0.75 : 0;
  });
  Workload work("triton/dropout_80");
  const Buffer out = work.buffer(std::vector<float>(700));
  work.launch("dropout", {.grid = {3}, .block = {128}}, work.buffer(in), out, 700, 0.25f, seed,
              kNoTritonScratch, kNoTritonScratch);
  work.expect_near(out, expected, {.relative = 3e-7});  // div.full: two units in the last place
  work.check();
}

TEST(TritonCorpus, ScanOfRows) {
  const std::size_t rows = 5, columns = 201;
  const auto in = integers(rows * columns, -99, 99);
  auto sums = in;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i % columns != 0) sums[i] += sums[i - 1];
  Workload work("triton/scan_rows_80");
  const Buffer out = work.buffer(std::vector<int>(in.size()));
  work.launch("scan_rows", {.grid = {5}, .block = {128}, .dynamic_shared_bytes = 32},
              work.buffer(in), out, 201, kNoTritonScratch, kNoTritonScratch);
  work.expect(out, sums);
  work.check();
}

TEST(TritonCorpus, HistogramAddedByAtomics) {
  const auto in = integers(1001, 0, 31);
  std::vector<int> counts(32);
  for (const int value : in) ++counts[static_cast<std::size_t>(value)];
  Workload work("triton/histogram_80");
  const Buffer bins = work.buffer(std::vector<int>(32));
  work.launch("histogram", {.grid = {4}, .block = {128}, .dynamic_shared_bytes = 128},
              work.buffer(in), bins, 1001, kNoTritonScratch, kNoTritonScratch);
  work.expect(bins, counts);
  work.check();
}

TEST(TritonCorpus, RowsSortedAndTheirLargestElements) {
  const std::size_t rows = 4, columns = 101;
  const auto in = reals(rows * columns, -9, 9);
  auto ordered = in;
  std::vector<float> largest;
  std::vector<int> places;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(r * columns);
    const auto best = std::max_element(begin, begin + columns);
    largest.push_back(*best);
    places.push_back(static_cast<int>(best - begin));
    std::sort(ordered.begin() + (begin - in.begin()),
              ordered.begin() + (begin - in.begin()) + columns);
  }
  Workload work("triton/sort_and_pick_80");
  const Buffer sorted = work.buffer(std::vector<float>(in.size()));
  const Buffer top = work.buffer(std::vector<float>(rows)),
               where = work.buffer(std::vector<int>(rows));
  work.launch("sort_and_pick", {.grid = {4}, .block = {128}, .dynamic_shared_bytes = 512},
              work.buffer(in), sorted, top, where, 101, kNoTritonScratch, kNoTritonScratch);
  work.expect(sorted, ordered);
  work.expect(top, largest);
  work.expect(where, places);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
