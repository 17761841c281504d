#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(LibraryCorpus, AtomicsOfThreeScopes) {
  const auto in = integers(150, 0, 6);
  std::vector<unsigned> counts(8);
  for (const int value : in) ++counts[static_cast<std::size_t>(value)];
  counts[7] = 64;  // the largest block's
  Workload work("atomics_library");
  const Buffer count = work.buffer(std::vector<unsigned>(8));
  const Buffer sum = work.buffer(std::vector<std::uint64_t>(1));
  work.launch("scoped_counts", {.grid = {3}, .block = {64}}, work.buffer(in), count, sum, 150);
  work.expect(count, counts);
  work.expect(sum, std::vector<std::uint64_t>{std::accumulate(in.begin(), in.end(), 0ull)});
  work.check();
}

TEST(LibraryCorpus, ReleaseAndAcquireBetweenBlocks) {
  std::vector<int> expected = {5};
  for (int b = 1; b < 19; ++b) expected.push_back(expected.back() * 2 - b);
  Workload work("atomics_library");
  const Buffer values = work.buffer(std::vector<int>(19));
  work.launch("relay", {.grid = {19}}, work.buffer(std::vector<int>(19)), values);
  work.expect(values, expected);
  work.check();
}

TEST(LibraryCorpus, ABarrierWhoseArrivalAndWaitAreApart) {
  const auto in = integers(203, -99, 99);
  const auto at = [&](std::size_t i) { return i < in.size() ? in[i] : 0; };
  std::vector<int> sums(64);
  for (std::size_t i = 0; i < 256; ++i) sums[i % 64] += 3 * at(i) + at(i / 64 * 64 + 63 - i % 64);
  Workload work("atomics_library");
  const Buffer out = work.buffer(std::vector<int>(64));
  work.launch("split_barrier", {.block = {64}}, work.buffer(in), out, 203);
  work.expect(out, sums);
  work.check();
}

TEST(LibraryCorpus, ACopyOfTheWholeBlock) {
  const auto in = reals(217, -1, 1);
  const auto expected = make(217, [&](std::size_t i) {
    const std::size_t first = i / 96 * 96, last = std::min<std::size_t>(first + 96, 217) - 1;
    return in[first + last - i];
  });
  Workload work("atomics_library");
  const Buffer out = work.buffer(std::vector<float>(217));
  work.launch("group_copy", {.grid = {3}, .block = {64}}, work.buffer(in), out, 217);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
