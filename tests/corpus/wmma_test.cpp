#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(WmmaCorpus, FragmentsMultiply) {
  const auto a = integers(16 * 32, -9, 9, 1), b = integers(32 * 16, -9, 9, 2);
  Workload work("wmma");
  const Buffer out = work.buffer(std::vector<float>(256, -1));
  work.launch("wmma_product", {}, work.buffer(convert<Half>(a)), work.buffer(convert<Half>(b)), out,
              32);
  work.expect(out, make(256, [&](std::size_t i) {
                float sum = 0;
                for (std::size_t k = 0; k < 32; ++k)
                  sum += static_cast<float>(a[i / 16 * 32 + k] * b[i % 16 * 32 + k]);
                return sum;
              }));
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
