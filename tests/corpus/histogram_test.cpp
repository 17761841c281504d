#include <gtest/gtest.h>

#include <algorithm>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

std::vector<std::uint8_t> bytes(std::size_t n) {
  return convert<std::uint8_t>(integers(n, 0, 255));
}

std::vector<unsigned> counts(const std::vector<std::uint8_t>& values, unsigned bins) {
  std::vector<unsigned> result(bins);
  for (const std::uint8_t value : values) ++result[value / (256 / bins)];
  return result;
}

TEST(HistogramCorpus, ByGlobalAtomics) {
  const auto in = bytes(1001);
  Workload work("histogram");
  const Buffer bins = work.buffer(std::vector<unsigned>(256));
  work.launch("global_histogram", {.grid = {3}, .block = {96}}, work.buffer(in), bins, 1001);
  work.expect(bins, counts(in, 256));
  work.check();
}

TEST(HistogramCorpus, BySharedAtomics) {
  const auto in = bytes(997);
  Workload work("histogram");
  const Buffer bins = work.buffer(std::vector<unsigned>(64));
  work.launch("shared_histogram<64>", {.grid = {3}, .block = {50}}, work.buffer(in), bins, 997);
  work.expect(bins, counts(in, 64));
  work.check();
}

TEST(HistogramCorpus, ByBytesOfEachThread) {
  const auto in = bytes(4 * 333);
  Workload work("histogram");
  const Buffer bins = work.buffer(std::vector<unsigned>(16));
  work.launch("private_histogram", {.grid = {3}, .block = {32}}, work.buffer(in), bins, 333);
  work.expect(bins, counts(in, 16));
  work.check();
}

TEST(HistogramCorpus, ByLanesOfEqualKeys) {
  const auto keys = integers(203, 0, 6);
  std::vector<int> expected(7);
  for (const int key : keys) ++expected[static_cast<std::size_t>(key)];
  Workload work("histogram");
  const Buffer bins = work.buffer(std::vector<int>(7));
  work.launch("matched_histogram", {.grid = {4}, .block = {64}}, work.buffer(keys), bins, 203);
  work.expect(bins, expected);
  work.check();
}

TEST(HistogramCorpus, CompactionWithOneAtomicAWarp) {
  const auto in = reals(301, -1, 1);
  std::vector<float> kept;
  std::ranges::copy_if(in, std::back_inserter(kept), [](float value) { return value > 0.25f; });
  std::ranges::sort(kept);
  Workload work("histogram");
  const Buffer out = work.buffer(std::vector<float>(301));
  const Buffer count = work.buffer(std::vector<int>(1));
  work.launch("compact", {.grid = {4}, .block = {96}}, work.buffer(in), out, count, 0.25f, 301);
  work.expect(count, std::vector<int>{static_cast<int>(kept.size())});
  work.expect_if<float>(out, [kept](std::vector<float> values) {
    values.resize(kept.size());
    std::ranges::sort(values);
    return values == kept ? "" : "other values were kept";
  });
  work.check();
}

TEST(HistogramCorpus, PartitionThatKeepsTheOrder) {
  const auto in = integers(237, 0, 999);
  auto expected = in;
  const auto odd =
      std::stable_partition(expected.begin(), expected.end(), [](int v) { return v % 2 == 0; });
  Workload work("histogram");
  const Buffer out = work.buffer(std::vector<int>(237));
  const Buffer evens = work.buffer(std::vector<int>(1));
  work.launch("partition_evens", {.block = {256}}, work.buffer(in), out, evens, 237);
  work.expect(out, expected);
  work.expect(evens, std::vector<int>{static_cast<int>(odd - expected.begin())});
  work.check();
}

TEST(HistogramCorpus, ExtremesByAtomics) {
  const auto in = integers(150, -1000, 100000);
  const auto [low, high] = std::ranges::minmax(in);
  unsigned negative = 0;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i] < 0) negative |= 1u << i / 32;
  if (in.back() < 0) negative |= 1u << 4;
  Workload work("histogram");
  const Buffer lowest = work.buffer(std::vector<int>{1 << 30});
  const Buffer highest = work.buffer(std::vector<int>{-(1 << 30)});
  const Buffer any = work.buffer(std::vector<unsigned>(1));
  work.launch("extremes", {.grid = {5}, .block = {32}}, work.buffer(in), lowest, highest, any, 150);
  work.expect(lowest, std::vector<int>{low});
  work.expect(highest, std::vector<int>{high});
  work.expect(any, std::vector<unsigned>{negative});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
