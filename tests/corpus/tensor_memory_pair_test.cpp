#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// `rows`: of a block, of which two are a cluster.
void multiplies_in_pairs(const std::string& kernel, std::uint32_t rows) {
  const std::size_t m = std::size_t{2} * rows, n = 128, k = 192;
  const auto eighths = [](std::size_t count, unsigned seed) {
    const auto values = integers(count, -20, 20, seed);
    return make(count, [&](std::size_t i) { return Half(values[i] / 8.0); });
  };
  const auto a = eighths(m * k, 1), b = eighths(n * k, 2);
  Workload work("tensor_memory_pair");
  const Buffer c = work.buffer(std::vector<float>(m * n));
  work.launch(kernel,
              {.grid = {2, 2}, .block = {128}, .dynamic_shared_bytes = 2 * (rows + 32) * 128},
              work.buffer(a), work.buffer(b), c, static_cast<int>(n), static_cast<int>(k));
  work.expect_near(c,
                   make(m * n,
                        [&](std::size_t i) {
                          double sum = 0;
                          for (std::size_t j = 0; j < k; ++j) {
                            sum += value_of(a[i / n * k + j]) * value_of(b[i % n * k + j]);
                          }
                          return sum;
                        }),
                   {});  // multiples of 1/64 below 2,000: exact
  work.check();
}

TEST(TensorMemoryPairCorpus, ProductOf256RowsByTwoMultiprocessors) {
  multiplies_in_pairs("tensor_product_256", 128);
}

TEST(TensorMemoryPairCorpus, ProductOf128RowsByTwoMultiprocessors) {
  multiplies_in_pairs("tensor_product_128", 64);
}

}  // namespace
}  // namespace warplens::corpus
