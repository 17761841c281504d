#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(PipelineCorpus, SumsOfColumnsInTwoStages) {
  const std::size_t columns = 4 * 45;
  const auto in = reals(13 * columns, -1, 1);
  std::vector<double> sums(columns);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i % columns] += in[i];
  Workload work("pipeline");
  const Buffer out = work.buffer(std::vector<float>(columns));
  work.launch("column_sums", {.grid = {2}}, work.buffer(in), out, 13, 45);
  work.expect_near(out, sums, {});  // sums of 13 multiples of 2^-16: exact
  work.check();
}

TEST(PipelineCorpus, TilesThatOtherThreadsFetched) {
  const auto in = integers(601, -99, 99);
  const auto sums = make(601, [&](std::size_t i) {
    int sum = 0;
    for (std::size_t back = 0; back < 5 && back <= i % 64; ++back) sum += in[i - back];
    return sum;
  });
  Workload work("pipeline");
  const Buffer out = work.buffer(std::vector<int>(601));
  work.launch("moving_sum<64, 3>", {.grid = {3}, .block = {64}}, work.buffer(in), out, 601);
  work.expect(out, sums);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
