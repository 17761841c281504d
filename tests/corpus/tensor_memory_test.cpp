#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(TensorMemoryCorpus, ProductByTensorCoresWithSumsInTensorMemory) {
  const std::size_t m = 256, n = 128, k = 320;
  const auto eighths = [](std::size_t count, unsigned seed) {
    const auto values = integers(count, -20, 20, seed);
    return make(count, [&](std::size_t i) { return Half(values[i] / 8.0); });
  };
  const auto a = eighths(m * k, 1), b = eighths(n * k, 2);
  Workload work("tensor_memory");
  const Buffer c = work.buffer(std::vector<float>(m * n));
  work.launch("tensor_product",
              {.grid = {2, 2}, .block = {128}, .dynamic_shared_bytes = 2 * 24 * 1024},
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

}  // namespace
}  // namespace warplens::corpus
