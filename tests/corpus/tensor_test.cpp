#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(TensorCorpus, ProductBySixteenEightSixteen) {
  const std::size_t k = 48;
  const auto a = integers(16 * k, -20, 20, 1), b = integers(8 * k, -20, 20, 2);
  const auto eighths = [](const std::vector<int>& values) {
    return make(values.size(), [&](std::size_t i) { return Half(values[i] / 8.0); });
  };
  std::vector<double> c(16 * 8);
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < k; ++j) c[i] += a[i / 8 * k + j] * b[i % 8 * k + j] / 64.0;
  Workload work("tensor");
  const Buffer out = work.buffer(std::vector<float>(c.size()));
  work.launch("mma_product", {}, work.buffer(eighths(a)), work.buffer(eighths(b)), out, 48);
  work.expect_near(out, c, {});  // multiples of 1/64 below 300: exact in any order
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
