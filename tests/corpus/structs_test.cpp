#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// As structs.cu declares them.
struct View {
  std::int64_t offset;
  int rows, columns, pitch;
};
struct Options {
  float alpha, beta;
  std::int16_t border;
  bool transposed;
};

TEST(StructsCorpus, ParametersByValue) {
  const auto in = reals(200, -1, 1, 1), before = reals(150, -1, 1, 2);
  const View source{3, 13, 7, 15}, target{2, 7, 13, 20};
  auto after = convert<double>(before);
  for (std::size_t r = 0; r < 7; ++r)
    for (std::size_t c = 2; c < 13; ++c) {
      double& result = after[2 + r * 20 + c];
      result = 0.5 * in[3 + c * 15 + r] - 2 * result;
    }
  Workload work("structs");
  const Buffer out = work.buffer(before);
  work.launch("blend", {.grid = {1, 7}, .block = {32}}, out, target, work.buffer(in), source,
              Options{0.5f, -2.0f, 2, true});
  work.expect_near(out, after, {});  // multiples of 2^-17: exact
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
