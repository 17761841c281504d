// Products by tcgen05, of one block (tensor_memory.cu) and of two (tensor_memory_pair.cu).
#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

struct Product {
  const char* file;
  const char* kernel;
  std::size_t m, k;
  std::uint32_t shared_bytes;
};

void multiplies(const Product& product) {
  constexpr std::size_t n = 128;
  const std::size_t m = product.m, k = product.k;
  const auto eighths = [](std::size_t count, unsigned seed) {
    const auto values = integers(count, -20, 20, seed);
    return make(count, [&](std::size_t i) { return Half(values[i] / 8.0); });
  };
  const auto a = eighths(m * k, 1), b = eighths(n * k, 2);
  Workload work(product.file);
  const Buffer c = work.buffer(std::vector<float>(m * n));
  work.launch(product.kernel,
              {.grid = {2, 2}, .block = {128}, .dynamic_shared_bytes = product.shared_bytes},
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

TEST(TensorMemoryCorpus, ProductByTensorCoresWithSumsInTensorMemory) {
  multiplies({"tensor_memory", "tensor_product", 256, 320, 2 * 24 * 1024});
}
TEST(TensorMemoryCorpus, ProductOf256RowsByTwoMultiprocessors) {
  multiplies({"tensor_memory_pair", "tensor_product_256", 256, 192, 2 * (128 + 32) * 128});
}
TEST(TensorMemoryCorpus, ProductOf128RowsByTwoMultiprocessors) {
  multiplies({"tensor_memory_pair", "tensor_product_128", 128, 192, 2 * (64 + 32) * 128});
}

}  // namespace
}  // namespace warplens::corpus
