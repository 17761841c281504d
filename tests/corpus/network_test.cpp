#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// Sums of up to 200 floats of one sign and two roundings of expf.
constexpr catalog::Tolerance kLayer{.relative = 5e-6, .absolute = 1e-6};

using Row = std::vector<double>;

// Each row of `in` through f.
template <class F>
Row by_rows(const std::vector<float>& in, std::size_t columns, F f) {
  Row out;
  for (std::size_t first = 0; first < in.size(); first += columns) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first);
    const Row row = f(Row(begin, begin + static_cast<std::ptrdiff_t>(columns)));
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

Row softmax(Row row) {
  const double largest = *std::ranges::max_element(row);
  for (double& x : row) x = std::exp(x - largest);
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& x : row) x /= sum;
  return row;
}

TEST(NetworkCorpus, SoftmaxOfABlockARow) {
  const auto in = reals(3 * 201, -8, 8);
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(3 * 201));
  work.launch("softmax", {.grid = {3}, .block = {96}}, work.buffer(in), out, 201);
  work.expect_near(out, by_rows(in, 201, softmax), kLayer);
  work.check();
}

TEST(NetworkCorpus, OnlineSoftmaxOfAWarpARow) {
  const auto in = reals(7 * 45, -30, 30);
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(7 * 45));
  work.launch("online_softmax", {.grid = {2}, .block = {32, 4}}, work.buffer(in), out, 7, 45);
  work.expect_near(out, by_rows(in, 45, softmax), kLayer);
  work.check();
}

TEST(NetworkCorpus, LayerNorm) {
  const std::size_t columns = 150;
  const auto in = reals(4 * columns, -2, 5), weight = reals(columns, 0.5, 1.5, 2);
  const auto bias = reals(columns, -1, 1, 3);
  Row means, scales;
  const Row expected = by_rows(in, columns, [&](Row row) {
    const double mean = std::accumulate(row.begin(), row.end(), 0.0) / columns;
    double squares = 0;
    for (const double x : row) squares += (x - mean) * (x - mean);
    means.push_back(mean);
    scales.push_back(1 / std::sqrt(squares / columns + 1e-5f));
    for (std::size_t c = 0; c < columns; ++c)
      row[c] = (row[c] - mean) * scales.back() * weight[c] + bias[c];
    return row;
  });
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(4 * columns));
  const Buffer mean = work.buffer(std::vector<float>(4)), rstd = work.buffer(std::vector<float>(4));
  work.launch("layer_norm", {.grid = {4}, .block = {64}}, work.buffer(in), work.buffer(weight),
              work.buffer(bias), out, mean, rstd, 150, 1e-5f);
  work.expect_near(out, expected, kLayer);
  work.expect_near(mean, means, kLayer);
  work.expect_near(rstd, scales, kLayer);
  work.check();
}

TEST(NetworkCorpus, RootMeanSquareNormOfVectors) {
  const std::size_t columns = 4 * 51;
  const auto in = reals(3 * columns, -2, 2), weight = reals(columns, 0, 2, 2);
  const Row expected = by_rows(in, columns, [&](Row row) {
    const double squares = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    for (std::size_t c = 0; c < columns; ++c)
      row[c] *= weight[c] / std::sqrt(squares / columns + 1e-5);
    return row;
  });
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(3 * columns));
  work.launch("rms_norm", {.grid = {3}, .block = {32}}, work.buffer(in), work.buffer(weight), out,
              51);
  work.expect_near(out, expected, kLayer);
  work.check();
}

TEST(NetworkCorpus, ArgmaxInOneWord) {
  auto in = reals(501, -9, -1);
  in[77] = in[345] = -0.5f;
  Workload work("network");
  const Buffer best = work.buffer(std::vector<std::uint64_t>(1));
  work.launch("argmax", {.grid = {3}, .block = {64}}, work.buffer(in), best, 501);
  const std::uint32_t ordered = ~std::bit_cast<std::uint32_t>(-0.5f);
  work.expect(best, std::vector<std::uint64_t>{std::uint64_t{ordered} << 32 | (0xffffffffu - 77)});
  work.check();
}

TEST(NetworkCorpus, LstmCell) {
  const std::size_t n = 75;
  const auto gates = reals(4 * n, -3, 3), cell = reals(n, -1, 1, 2);
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const Row cells = make(n, [&](std::size_t u) {
    return sigmoid(gates[n + u]) * cell[u] +
           sigmoid(gates[u]) * std::tanh(double{gates[2 * n + u]});
  });
  const Row hidden =
      make(n, [&](std::size_t u) { return sigmoid(gates[3 * n + u]) * std::tanh(cells[u]); });
  Workload work("network");
  const Buffer c = work.buffer(cell), h = work.buffer(std::vector<float>(n));
  work.launch("lstm_cell", {.grid = {2}, .block = {64}}, work.buffer(gates), c, h, 75);
  work.expect_near(c, cells, {.absolute = 1e-6});
  work.expect_near(h, hidden, {.absolute = 1e-6});
  work.check();
}

TEST(NetworkCorpus, MaxPoolWithIndices) {
  const std::size_t width = 21, height = 10, out_width = 10, out_height = 5;
  const auto in = reals(3 * width * height, -1, 1);
  std::vector<float> largest;
  std::vector<int> places;
  for (std::size_t i = 0; i < 3 * out_width * out_height; ++i) {
    const float* plane = &in[i / (out_width * out_height) * width * height];
    const std::size_t y = i / out_width % out_height, x = i % out_width;
    std::size_t best = 2 * y * width + 2 * x;
    for (const std::size_t other : {best + 1, best + width, best + width + 1})
      if (plane[other] > plane[best]) best = other;
    largest.push_back(plane[best]);
    places.push_back(static_cast<int>(best));
  }
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(largest.size()));
  const Buffer where = work.buffer(std::vector<int>(places.size()));
  work.launch("max_pool", {.grid = {1, 5, 3}, .block = {32}}, work.buffer(in), out, where, 21, 10);
  work.expect(out, largest);
  work.expect(where, places);
  work.check();
}

// Row i of the answer, with keys up to and including `last(i)`.
template <class F>
Row attention(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
              std::size_t width, F last) {
  Row out;
  for (std::size_t row = 0; row < q.size() / width; ++row) {
    Row scores;
    for (std::size_t j = 0; j <= last(row); ++j) {
      double dot = 0;
      for (std::size_t c = 0; c < width; ++c)
        dot += static_cast<double>(q[row * width + c]) * k[j * width + c];
      scores.push_back(dot / std::sqrt(static_cast<double>(width)));
    }
    scores = softmax(scores);
    for (std::size_t c = 0; c < width; ++c) {
      out.push_back(0);
      for (std::size_t j = 0; j < scores.size(); ++j) out.back() += scores[j] * v[j * width + c];
    }
  }
  return out;
}

TEST(NetworkCorpus, CausalAttentionWithAllScoresInSharedMemory) {
  const std::size_t length = 45, width = 19;
  const auto q = reals(length * width, -2, 2, 1), k = reals(length * width, -2, 2, 2);
  const auto v = reals(length * width, -1, 1, 3);
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(length * width));
  work.launch("naive_attention", {.grid = {45}, .block = {64}, .dynamic_shared_bytes = 45 * 4},
              work.buffer(q), work.buffer(k), work.buffer(v), out, 45, 19);
  work.expect_near(out, attention(q, k, v, width, [](std::size_t row) { return row; }), kLayer);
  work.check();
}

TEST(NetworkCorpus, AttentionInTilesWithTheSoftmaxCarriedAlong) {
  const std::size_t length = 77, width = 8;
  const auto q = reals(length * width, -3, 3, 1), k = reals(length * width, -3, 3, 2);
  const auto v = reals(length * width, -1, 1, 3);
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(length * width));
  work.launch("flash_attention<8, 12>", {.grid = {3}, .block = {32}}, work.buffer(q),
              work.buffer(k), work.buffer(v), out, 77, 1 / std::sqrt(8.0f));
  work.expect_near(out, attention(q, k, v, width, [&](std::size_t) { return length - 1; }), kLayer);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
