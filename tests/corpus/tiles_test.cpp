#include <gtest/gtest.h>

#include <cmath>

#include "kernels/base/all_tests.h"
#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// Eighths below 2.5: their products' sums are exact in float32, whatever their order.
std::vector<int> eighths(std::size_t n, unsigned seed) { return integers(n, -20, 20, seed); }

template <class T>
std::vector<T> of_eighths(const std::vector<int>& values) {
  return make(values.size(), [&](std::size_t i) { return T(values[i] / 8.0); });
}

// Of rows of a and columns of b, both `k` long.
std::vector<double> product(const std::vector<int>& a, const std::vector<int>& b, std::size_t k) {
  const std::size_t columns = b.size() / k;
  std::vector<double> c(a.size() / k * columns);
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < k; ++j)
      c[i] += a[i / columns * k + j] * b[i % columns * k + j] / 64.0;
  return c;
}

template <class T>
void expect_product(const std::string& entry) {
  SCOPED_TRACE(entry);
  const int k = is_too_slow_here() ? 64 : 160;
  const auto a = eighths(128 * std::size_t(k), 1), b = eighths(128 * std::size_t(k), 2);
  Workload work("tiles");
  const Buffer out = work.buffer(std::vector<float>(128 * 128));
  work.launch(entry, {.grid = {2, 2}, .block = {128}}, work.buffer(of_eighths<T>(a)),
              work.buffer(of_eighths<T>(b)), out, k);
  work.expect_near(out, product(a, b, k), {});
  work.check();
}

TEST(TilesCorpus, PaddedHalvesInTwoStagesThatBypassL1) {
  expect_product<Half>("product<__half, Padded, 2, 16, true>");
}
TEST(TilesCorpus, PaddedHalvesInThreeStagesOfEightBytes) {
  expect_product<Half>("product<__half, Padded, 3, 8, false>");
}
TEST(TilesCorpus, PaddedHalvesInFourStagesOfFourBytes) {
  expect_product<Half>("product<__half, Padded, 4, 4, false>");
}
TEST(TilesCorpus, SwizzledHalvesInThreeStagesThatBypassL1) {
  expect_product<Half>("product<__half, Swizzled, 3, 16, true>");
}
TEST(TilesCorpus, SwizzledHalvesInFourStagesThroughL1) {
  expect_product<Half>("product<__half, Swizzled, 4, 16, false>");
}
TEST(TilesCorpus, SwizzledBfloats) {
  expect_product<Bfloat>("product<__nv_bfloat16, Swizzled, 3, 16, true>");
}

TEST(TilesCorpus, ProductInTf32) {
  const std::size_t k = 80;
  const auto a = eighths(16 * k, 1), b = eighths(8 * k, 2);
  Workload work("tiles");
  const Buffer out = work.buffer(std::vector<float>(16 * 8));
  work.launch("tf32_product", {}, work.buffer(of_eighths<float>(a)),
              work.buffer(of_eighths<float>(b)), out, 80);
  work.expect_near(out, product(a, b, k), {});
  work.check();
}

TEST(TilesCorpus, AttentionWhoseWarpsShareOutTheQueries) {
  const std::size_t queries = 32, count = is_too_slow_here() ? 32 : 96, head = 32;
  const auto q = reals(queries * head, -3, 3, 1), k = reals(count * head, -3, 3, 2);
  const auto v = reals(count * head, -1, 1, 3);
  std::vector<double> expected(queries * head);
  for (std::size_t i = 0; i < queries; ++i) {
    double total = 0;
    for (std::size_t j = 0; j < count; ++j) {
      double score = 0;
      for (std::size_t d = 0; d < head; ++d) score += double{q[i * head + d]} * k[j * head + d];
      const double weight = std::exp(score / std::sqrt(32.0));
      total += weight;
      for (std::size_t d = 0; d < head; ++d) expected[i * head + d] += weight * v[j * head + d];
    }
    for (std::size_t d = 0; d < head; ++d) expected[i * head + d] /= total;
  }
  Workload work("tiles");
  const Buffer out = work.buffer(std::vector<float>(queries * head));
  work.launch("split_query_attention", {.grid = {2}, .block = {128}}, work.buffer(q),
              work.buffer(k), work.buffer(v), out, static_cast<int>(count));
  work.expect_near(out, expected, {.relative = 1e-4, .absolute = 1e-5});
  work.check();
}

TEST(TilesCorpus, JacobiWithNeighboursFromOtherLanes) {
  const int rows = 13, columns = 96;
  const auto in = integers(std::size_t{rows} * columns, 0, 1000);
  const auto at = [&](int y, int x) {
    return y < 0 || y >= rows || x < 0 || x >= columns ? 0 : in[y * columns + x];
  };
  const auto expected = make(in.size(), [&](std::size_t i) {
    const int y = static_cast<int>(i) / columns, x = static_cast<int>(i) % columns;
    return (at(y, x - 1) + at(y, x + 1) + at(y - 1, x) + at(y + 1, x)) / 4.0;
  });
  Workload work("tiles");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("shuffled_jacobi", {.grid = {3, 4}, .block = {32, 4}},
              work.buffer(convert<float>(in)), out, rows);
  work.expect_near(out, expected, {});
  work.check();
}

TEST(TilesCorpus, CountsWithOneAtomicForLanesOfABin) {
  const auto bins = integers(500, 0, 6);
  std::vector<int> counts(7);
  for (const int bin : bins) ++counts[static_cast<std::size_t>(bin)];
  Workload work("tiles");
  const Buffer out = work.buffer(std::vector<int>(7));
  work.launch("aggregated_counts", {.grid = {4}, .block = {128}}, work.buffer(bins), out, 500);
  work.expect(out, counts);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
