#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(CubCorpus, SumOfABlockOfThreeWarps) {
  const auto in = integers(701, -99, 99);
  Workload work("cub");
  const Buffer out = work.buffer(std::vector<int>(1));
  work.launch("cub_sum<96, 3>", {.grid = {3}, .block = {96}}, work.buffer(in), out, 701);
  work.expect(out, std::vector<int>{std::accumulate(in.begin(), in.end(), 0)});
  work.check();
}

TEST(CubCorpus, ReductionOfStructures) {
  const auto in = convert<float>(integers(3 * 150, -40, 40));
  std::vector<std::uint32_t> expected;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto first = in.begin() + static_cast<std::ptrdiff_t>(150 * row);
    const auto best = std::max_element(first, first + 150);  // the first of equal ones
    expected.push_back(std::bit_cast<std::uint32_t>(*best));
    expected.push_back(static_cast<std::uint32_t>(best - first));
  }
  Workload work("cub");
  const Buffer out = work.buffer(std::vector<std::uint32_t>(6));
  work.launch("cub_argmax", {.grid = {3}, .block = {64}}, work.buffer(in), out, 150);
  work.expect(out, expected);
  work.check();
}

TEST(CubCorpus, ScanBetweenTransposingLoadAndStore) {
  const auto in = integers(311, -99, 99);
  std::vector<int> sums(311);
  std::exclusive_scan(in.begin(), in.end(), sums.begin(), 0);
  Workload work("cub");
  const Buffer out = work.buffer(std::vector<int>(311)), total = work.buffer(std::vector<int>(1));
  work.launch("cub_scan<64, 5>", {.block = {64}}, work.buffer(in), out, total, 311);
  work.expect(out, sums);
  work.expect(total, std::vector<int>{sums.back() + in.back()});
  work.check();
}

TEST(CubCorpus, RadixSortOfPairs) {
  const auto keys = convert<std::uint16_t>(integers(117, 0, 600));
  std::vector<int> order(117);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return keys[static_cast<std::size_t>(i)]; });
  auto sorted = keys;
  std::ranges::sort(sorted);
  Workload work("cub");
  const Buffer key = work.buffer(keys);
  const Buffer value = work.buffer(make(117, [](std::size_t i) { return static_cast<int>(i); }));
  work.launch("cub_sort<32, 4>", {}, key, value, 117);
  work.expect(key, sorted);
  work.expect(value, order);
  work.check();
}

TEST(CubCorpus, WarpsOfDoubles) {
  const auto in = convert<double>(reals(147, -1, 1));
  std::vector<double> sums(10), prefixes(147);
  for (std::size_t i = 0; i < 147; ++i) {
    sums[i / 16] += in[i];
    prefixes[i] = in[i] + (i % 32 == 0 ? 0 : prefixes[i - 1]);
  }
  Workload work("cub");
  const Buffer sum = work.buffer(std::vector<double>(10));
  const Buffer prefix = work.buffer(std::vector<double>(147));
  work.launch("cub_warps", {.grid = {3}, .block = {64}}, work.buffer(in), sum, prefix, 147);
  work.expect(sum, sums);  // multiples of 2^-16: exact
  work.expect(prefix, prefixes);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
