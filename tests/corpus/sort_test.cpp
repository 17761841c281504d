#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

template <class T>
std::vector<T> sorted(std::vector<T> values) {
  std::ranges::sort(values);
  return values;
}

TEST(SortCorpus, BitonicInSharedMemory) {
  const auto in = integers(117, -1000, 1000);
  Workload work("sort");
  const Buffer data = work.buffer(in);
  work.launch("bitonic_shared", {.block = {128}, .dynamic_shared_bytes = 512}, data, 117);
  work.expect(data, sorted(in));
  work.check();
}

TEST(SortCorpus, BitonicInGlobalMemoryALaunchAStep) {
  const auto in = reals(256, -100, 100);
  Workload work("sort");
  const Buffer data = work.buffer(in);
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      work.launch("bitonic_step", {.grid = {4}, .block = {64}}, data, j, k);
  work.expect(data, sorted(in));
  work.check();
}

TEST(SortCorpus, OddEvenMergeOfKeysWithValues) {
  const auto keys = make(128, [](std::size_t i) { return static_cast<unsigned>(i * 37 % 128); });
  const auto values = make(128, [](std::size_t i) { return static_cast<unsigned>(i + 1000); });
  std::map<unsigned, unsigned> pairs;
  for (std::size_t i = 0; i < 128; ++i) pairs[keys[i]] = values[i];
  std::vector<unsigned> in_order;
  for (const auto& [key, value] : pairs) in_order.push_back(value);
  Workload work("sort");
  const Buffer first = work.buffer(keys), second = work.buffer(values);
  work.launch("odd_even_merge", {.block = {64}}, first, second);
  work.expect(first, sorted(keys));
  work.expect(second, in_order);
  work.check();
}

TEST(SortCorpus, RadixInPassesOfThreeKernels) {
  const auto in = convert<unsigned>(integers(333, 0, 0xffff));
  Workload work("sort");
  const Buffer keys = work.buffer(in), other = work.buffer(std::vector<unsigned>(333));
  const Buffer counts = work.buffer(std::vector<unsigned>(16 * 6));
  const Shape shape{.grid = {6}, .block = {60}, .dynamic_shared_bytes = 60};
  for (int pass = 0; pass < 4; ++pass) {
    const Buffer &from = pass % 2 == 0 ? keys : other, &to = pass % 2 == 0 ? other : keys;
    work.launch("radix_count", shape, from, counts, 4 * pass, 333);
    work.launch("radix_scan", {.block = {32}}, counts, 16 * 6);
    work.launch("radix_scatter", shape, from, to, counts, 4 * pass, 333);
  }
  work.expect(keys, sorted(in));
  work.check();
}

TEST(SortCorpus, MergeByRank) {
  const auto a = sorted(integers(75, 0, 99, 1)), b = sorted(integers(101, 0, 99, 2));
  std::vector<int> merged;
  std::ranges::merge(a, b, std::back_inserter(merged));
  Workload work("sort");
  const Buffer out = work.buffer(std::vector<int>(176));
  work.launch("merge_by_rank", {.grid = {4}, .block = {32}}, work.buffer(a), 75, work.buffer(b),
              101, out);
  work.expect(out, merged);
  work.check();
}

TEST(SortCorpus, TheLargestFiveOfEachRow) {
  const auto in = reals(3 * 211, -10, 10);
  std::vector<float> largest;
  for (int row = 0; row < 3; ++row) {
    std::vector<float> values(in.begin() + row * 211, in.begin() + (row + 1) * 211);
    std::ranges::sort(values, std::greater<>());
    largest.insert(largest.end(), values.begin(), values.begin() + 5);
  }
  Workload work("sort");
  const Buffer out = work.buffer(std::vector<float>(15));
  work.launch("top_k<5>", {.grid = {3}, .block = {64}}, work.buffer(in), out, 211);
  work.expect(out, largest);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
