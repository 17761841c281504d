#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <set>
#include <string_view>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(SamplesCorpus, FastWalshTransform) {
  const auto in = convert<float>(integers(3 * 128, -50, 50));
  const auto expected = make(in.size(), [&](std::size_t i) {
    float sum = 0;  // whole numbers: exact
    for (std::size_t j = 0; j < 128; ++j)
      sum += in[i / 128 * 128 + j] * (std::popcount(i % 128 & j) % 2 == 0 ? 1.0f : -1.0f);
    return sum;
  });
  Workload work("samples");
  const Buffer data = work.buffer(in);
  work.launch("walsh", {.grid = {3}, .block = {48}, .dynamic_shared_bytes = 512}, data, 7);
  work.expect(data, expected);
  work.check();
}

TEST(SamplesCorpus, CosineTransformOfTiles) {
  const auto in = reals(24 * 16, -1, 1);
  const auto basis = [](std::size_t k, std::size_t x) {
    const auto angle = static_cast<double>((2 * x + 1) * k) * std::numbers::pi / 16;
    return (k == 0 ? std::sqrt(0.125) : 0.5) * std::cos(angle);
  };
  const auto expected = make(in.size(), [&](std::size_t i) {
    const std::size_t x = i % 24, y = i / 24;
    double sum = 0;
    for (std::size_t v = 0; v < 8; ++v)
      for (std::size_t u = 0; u < 8; ++u)
        sum += basis(y % 8, v) * basis(x % 8, u) * in[(y / 8 * 8 + v) * 24 + x / 8 * 8 + u];
    return sum;
  });
  Workload work("samples");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("dct_8x8", {.grid = {3, 2}, .block = {8, 8}}, work.buffer(in), out, 24);
  work.expect_near(out, expected, {.absolute = 2e-6});  // two sums of eight terms up to 4
  work.check();
}

TEST(SamplesCorpus, OptionsByABinomialTree) {
  const std::vector<float> options = {20, 18, 20, 20, 20, 25, 5, 30};  // price, strike
  const int steps = 90;
  const double dt = 1.0 / steps, up = std::exp(0.3 * std::sqrt(dt));
  const double chance = (std::exp(0.02 * dt) - 1 / up) / (up - 1 / up);
  std::vector<double> prices;  // by the binomial distribution of the end
  for (std::size_t i = 0; i < options.size(); i += 2) {
    double expected = 0;
    for (int k = 0; k <= steps; ++k) {
      const double ways = std::lgamma(steps + 1) - std::lgamma(k + 1) - std::lgamma(steps - k + 1);
      const double weight =
          std::exp(ways + k * std::log(chance) + (steps - k) * std::log(1 - chance));
      expected += weight * std::max(options[i] * std::pow(up, 2 * k - steps) - options[i + 1], 0.0);
    }
    prices.push_back(expected * std::exp(-0.02));
  }
  Workload work("samples");
  const Buffer out = work.buffer(std::vector<float>(prices.size()));
  work.launch("binomial_call", {.grid = {4}, .block = {32}, .dynamic_shared_bytes = 91 * 8},
              work.buffer(options), out, steps);
  work.expect_near(out, prices, {.relative = 1e-9, .absolute = 1e-12});
  work.check();
}

TEST(SamplesCorpus, EigenvaluesByBisection) {
  const std::size_t n = 37;
  const auto expected = make(n, [](std::size_t k) {
    return 2 - 2 * std::cos(static_cast<double>(k + 1) * std::numbers::pi / 38);
  });
  Workload work("samples");
  const Buffer out = work.buffer(std::vector<double>(n));
  work.launch("eigenvalues", {.grid = {2}, .block = {32}}, work.buffer(std::vector<double>(n, 2)),
              work.buffer(std::vector<double>(n - 1, -1)), out, 37);
  work.expect_near(out, expected, {.absolute = 4e-12});  // the interval that is left, and rounding
  work.check();
}

TEST(SamplesCorpus, SobolPointsAreANet) {
  Workload work("samples");
  const Buffer out = work.buffer(std::vector<float>(512));
  work.launch("sobol", {.grid = {2, 2}, .block = {128}}, out, 256);
  // Of 256 points one lies in each of 256 boxes, of whichever shape.
  work.expect_if<float>(out, [](const std::vector<float>& points) -> std::string {
    for (int bits = 0; bits <= 8; ++bits) {
      std::set<int> boxes;
      for (std::size_t i = 0; i < 256; ++i) {
        const int x = static_cast<int>(std::ldexp(points[i], bits));
        boxes.insert(x << (8 - bits) | static_cast<int>(std::ldexp(points[256 + i], 8 - bits)));
      }
      if (boxes.size() != 256) return fmt::format("{} boxes of {} bits", boxes.size(), bits);
    }
    return "";
  });
  work.check();
}

TEST(SamplesCorpus, Sha256) {
  const std::string_view messages[] = {"abc", "", "The quick brown fox jumps over the lazy dog"};
  std::vector<std::uint8_t> bytes(3 * 64);
  std::vector<int> lengths;
  for (std::size_t m = 0; m < 3; ++m) {
    std::ranges::copy(messages[m], bytes.begin() + static_cast<std::ptrdiff_t>(64 * m));
    lengths.push_back(static_cast<int>(messages[m].size()));
  }
  Workload work("samples");
  const Buffer digests = work.buffer(std::vector<std::uint32_t>(24));
  work.launch("sha256", {}, work.buffer(bytes), work.buffer(lengths), digests, 3);
  // As FIPS 180-2 and sha256sum say.
  work.expect(digests, std::vector<std::uint32_t>{
                           0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c,
                           0xb410ff61, 0xf20015ad, 0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924,
                           0x27ae41e4, 0x649b934c, 0xa495991b, 0x7852b855, 0xd7a8fbb3, 0x07d78094,
                           0x69ca9abc, 0xb0082e4f, 0x8d5651e4, 0x6d3cdb76, 0x2d02d0bf, 0x37c9e592});
  work.check();
}

TEST(SamplesCorpus, AlignmentsByDiagonals) {
  const std::size_t n = 40, m = 33;
  const auto a = convert<std::int8_t>(integers(2 * n, 'a', 'd', 1));
  const auto b = convert<std::int8_t>(integers(2 * m, 'a', 'd', 2));
  std::vector<int> expected;
  for (std::size_t pair = 0; pair < 2; ++pair) {
    std::vector<std::vector<int>> table(n + 1, std::vector<int>(m + 1));
    int best = 0;
    for (std::size_t i = 1; i <= n; ++i)
      for (std::size_t j = 1; j <= m; ++j) {
        const bool same = a[pair * n + i - 1] == b[pair * m + j - 1];
        table[i][j] = std::max(
            {0, table[i - 1][j - 1] + (same ? 3 : -2), table[i - 1][j] - 1, table[i][j - 1] - 1});
        best = std::max(best, table[i][j]);
      }
    expected.push_back(best);
  }
  Workload work("samples");
  const Buffer out = work.buffer(std::vector<int>(2));
  work.launch("smith_waterman", {.grid = {2}, .block = {64}}, work.buffer(a), work.buffer(b), out,
              40, 33);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
