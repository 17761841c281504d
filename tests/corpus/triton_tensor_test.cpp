// What Triton makes of tl.dot: ldmatrix, mma.sync and loads ahead by cp.async; wgmma from 9.0 on.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

constexpr std::uint64_t kNoScratch = 0;

// a of m rows times b of n columns, k between them.
template <class T>
std::vector<double> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t n,
                            std::size_t k) {
  return make(a.size() / k * n, [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < k; ++j)
      sum += value_of(a[i / n * k + j]) * value_of(b[j * n + i % n]);
    return sum;
  });
}

template <class T>
std::vector<T> eighths(std::size_t n, unsigned seed) {
  const auto values = integers(n, -20, 20, seed);
  return make(n, [&](std::size_t i) { return T(values[i] / 8.0); });
}

TEST(TritonCorpus, MatrixProductOfHalvesWithGroupedTiles) {
  const std::size_t m = 75, n = 112, k = 80;
  const auto a = eighths<Half>(m * k, 1), b = eighths<Half>(k * n, 2);
  Workload work("triton/matmul_80");
  const Buffer c = work.buffer(std::vector<float>(m * n));
  work.launch("matmul", {.grid = {6}, .block = {128}, .dynamic_shared_bytes = 6144}, work.buffer(a),
              work.buffer(b), c, 75, 112, 80, 80, 112, 112, kNoScratch, kNoScratch);
  work.expect_near(c, product(a, b, n, k), {});  // multiples of 1/64 below 600: exact
  work.check();
}

TEST(TritonCorpus, MatrixProductOfHalvesByWarpgroups) {
  const std::size_t m = 75, n = 112, k = 80;
  const auto a = eighths<Half>(m * k, 1), b = eighths<Half>(k * n, 2);
  Workload work("triton/matmul_90");
  const Buffer c = work.buffer(std::vector<float>(m * n));
  work.launch("matmul", {.grid = {4}, .block = {128}, .dynamic_shared_bytes = 16384},
              work.buffer(a), work.buffer(b), c, 75, 112, 80, 80, 112, 112, kNoScratch, kNoScratch);
  work.expect_near(c, product(a, b, n, k), {});  // multiples of 1/64 below 600: exact
  work.check();
}

TEST(TritonCorpus, MatrixProductInTf32) {
  const std::size_t n = 96;
  const auto a = eighths<float>(n * n, 1), b = eighths<float>(n * n, 2);
  Workload work("triton/matmul_tf32_80");
  const Buffer c = work.buffer(std::vector<float>(n * n));
  work.launch("matmul_tf32", {.grid = {3, 3}, .block = {64}, .dynamic_shared_bytes = 16384},
              work.buffer(a), work.buffer(b), c, 96, kNoScratch, kNoScratch);
  work.expect_near(c, product(a, b, n, n), {});  // exact in tf32's 11 bits, and so are their sums
  work.check();
}

TEST(TritonCorpus, CausalAttentionWithTheSoftmaxCarriedAlong) {
  const std::size_t length = 77, width = 32;
  const auto bfloats = [&](double low, double high, unsigned seed) {
    const auto values = reals(length * width, low, high, seed);
    return make(values.size(), [&](std::size_t i) { return Bfloat(values[i]); });
  };
  const auto q = bfloats(-2, 2, 1), k = bfloats(-2, 2, 2), v = bfloats(-1, 1, 3);
  std::vector<double> expected;
  for (std::size_t row = 0; row < length; ++row) {
    std::vector<double> powers, sums(width);
    double total = 0;
    for (std::size_t j = 0; j <= row; ++j) {
      double dot = 0;
      for (std::size_t c = 0; c < width; ++c)
        dot += value_of(q[row * width + c]) * value_of(k[j * width + c]);
      total += powers.emplace_back(std::exp2(dot * 0.25));
      for (std::size_t c = 0; c < width; ++c) sums[c] += powers[j] * value_of(v[j * width + c]);
    }
    for (const double sum : sums) expected.push_back(sum / total);
  }
  Workload work("triton/attention_80");
  const Buffer out = work.buffer(std::vector<float>(length * width));
  work.launch("attention", {.grid = {3}, .block = {128}, .dynamic_shared_bytes = 10240},
              work.buffer(q), work.buffer(k), work.buffer(v), out, 77, 0.25f, kNoScratch,
              kNoScratch);
  // Weights are rounded to bf16, each by 2^-9 at most, before they multiply values up to 1.
  work.expect_near(out, expected, {.absolute = 1.0 / 512});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
