#include <gtest/gtest.h>

#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(GridSyncCorpus, ASumThatHalvesTheGrid) {
  const auto in = integers(1003, -99, 99);
  Workload work("grid_sync");
  const Buffer out = work.buffer(std::vector<int>(1));
  work.launch("grid_sum", {.grid = {4}, .block = {64}}, work.buffer(in),
              work.buffer(std::vector<int>(256)), out, 1003);
  work.expect(out, std::vector<int>{std::accumulate(in.begin(), in.end(), 0)});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
