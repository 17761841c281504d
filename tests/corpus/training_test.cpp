// Forwards and backwards through a network, and the step that its weights take: kernels in
// network.cu.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Row = std::vector<double>;

template <class F>
Row mapped(const std::vector<float>& in, F f) {
  return make(in.size(), [&](std::size_t i) { return f(static_cast<double>(in[i])); });
}

TEST(TrainingCorpus, GeluForwardAndBackward) {
  const auto in = reals(200, -4, 4), gradient = reals(200, -1, 1, 2);
  const auto gelu = [](double x) {
    return x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
  };
  // The derivative by a central difference, right to about 1e-10.
  const Row slopes = make(200, [&](std::size_t i) {
    return gradient[i] * (gelu(in[i] + 1e-5) - gelu(in[i] - 1e-5)) / 2e-5;
  });
  Workload work("network");
  const Buffer x = work.buffer(in), out = work.buffer(std::vector<float>(200));
  const Buffer back = work.buffer(std::vector<float>(200));
  work.launch("gelu", {.grid = {4}, .block = {64}}, x, out, 200);
  work.launch("gelu_backward", {.grid = {4}, .block = {64}}, x, work.buffer(gradient), back, 200);
  work.expect_near(out, mapped(in, gelu), {.relative = 1e-6, .absolute = 1e-6});
  work.expect_near(back, slopes, {.relative = 1e-5, .absolute = 1e-6});
  work.check();
}

TEST(TrainingCorpus, EmbeddingLookedUpAndItsGradientAdded) {
  const std::size_t width = 37;
  const auto tokens = integers(24, 0, 6);
  const auto table = reals(7 * width, -1, 1), positions = reals(12 * width, -1, 1, 2);
  const auto row_of = [&](std::size_t i) { return static_cast<std::size_t>(tokens[i / width]); };
  const auto expected = make(24 * width, [&](std::size_t i) {
    return table[row_of(i) * width + i % width] + positions[i / width % 12 * width + i % width];
  });
  Row gradients(7 * width);
  for (std::size_t i = 0; i < 24 * width; ++i)
    gradients[row_of(i) * width + i % width] += expected[i];
  Workload work("network");
  const Buffer ids = work.buffer(tokens), out = work.buffer(std::vector<float>(24 * width));
  const Buffer gradient = work.buffer(std::vector<float>(7 * width));
  work.launch("embedding", {.grid = {24}, .block = {32}}, ids, work.buffer(table),
              work.buffer(positions), out, 12, 37);
  work.launch("embedding_backward", {.grid = {24}, .block = {32}}, ids, out, gradient, 37);
  work.expect(out, expected);
  work.expect_near(gradient, gradients, {.absolute = 1e-5});
  work.check();
}

TEST(TrainingCorpus, CrossEntropy) {
  const auto logits = reals(9 * 77, -5, 5);
  const auto targets = convert<long long>(integers(9, 0, 76));
  Row losses;
  for (std::size_t row = 0; row < 9; ++row) {
    double sum = 0;
    for (std::size_t c = 0; c < 77; ++c) sum += std::exp(static_cast<double>(logits[row * 77 + c]));
    losses.push_back(std::log(sum) - logits[row * 77 + static_cast<std::size_t>(targets[row])]);
  }
  Workload work("network");
  const Buffer out = work.buffer(std::vector<float>(9));
  work.launch("cross_entropy", {.grid = {9}, .block = {32}}, work.buffer(logits),
              work.buffer(targets), out, 77);
  // A sum of 77 floats of one sign, and two roundings of expf.
  work.expect_near(out, losses, {.relative = 5e-6, .absolute = 1e-6});
  work.check();
}

TEST(TrainingCorpus, AdamWithCorrectionsInDouble) {
  const std::size_t n = 90;
  const auto weights = reals(n, -1, 1), gradients = reals(n, -1, 1, 2);
  Row w = mapped(weights, [](double x) { return x; }), m(n), v(n);
  Workload work("network");
  const Buffer weight = work.buffer(weights), gradient = work.buffer(gradients);
  const Buffer first = work.buffer(std::vector<float>(n)),
               second = work.buffer(std::vector<float>(n));
  for (int step = 1; step <= 3; ++step) {
    work.launch("adam", {.grid = {3}, .block = {32}}, weight, gradient, first, second, 0.125f, step,
                90);
    for (std::size_t i = 0; i < n; ++i) {
      const double g = gradients[i];
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.999 * v[i] + 0.001 * g * g;
      w[i] -= 0.125 * m[i] / (1 - std::pow(0.9, step)) /
              (std::sqrt(v[i] / (1 - std::pow(0.999, step))) + 1e-8);
    }
  }
  work.expect_near(weight, w, {.absolute = 1e-5});  // 0.999f is 1e-8 off, which v multiplies
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
