#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

// Sums, or what `f` makes, of each run of `size` elements.
template <class F>
auto by_tiles(const std::vector<int>& in, std::size_t size, F f) {
  return make((in.size() + size - 1) / size, [&](std::size_t tile) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(tile * size);
    return f(begin,
             tile * size + size > in.size() ? in.end() : begin + static_cast<std::ptrdiff_t>(size));
  });
}

const auto kSum = [](auto begin, auto end) { return std::accumulate(begin, end, 0); };

TEST(CooperativeCorpus, SumOfABlockAsAGroup) {
  const auto in = integers(4 * 251, -99, 99);
  Workload work("cooperative");
  const Buffer out = work.buffer(std::vector<int>(1));
  work.launch("block_sum", {.grid = {3}, .block = {64}, .dynamic_shared_bytes = 256},
              work.buffer(in), out, 251);
  work.expect(out, std::vector<int>{std::accumulate(in.begin(), in.end(), 0)});
  work.check();
}

TEST(CooperativeCorpus, SumsOfTilesOfTwoSizes) {
  const auto in = integers(147, -99, 99);
  Workload work("cooperative");
  const Buffer fours = work.buffer(std::vector<int>(37)), warps = work.buffer(std::vector<int>(5));
  const Buffer values = work.buffer(in);
  work.launch("tile_sums<4>", {.grid = {5}, .block = {32}}, values, fours, 147);
  work.launch("tile_sums<32>", {.grid = {3}, .block = {64}}, values, warps, 147);
  work.expect(fours, by_tiles(in, 4, kSum));
  work.expect(warps, by_tiles(in, 32, kSum));
  work.check();
}

TEST(CooperativeCorpus, ReduceOfTheLibrary) {
  const auto hundredths = integers(135, -900, 900);
  const auto in = make(135, [&](std::size_t i) { return static_cast<float>(hundredths[i]) / 128; });
  const auto scaled = make(135, [&](std::size_t i) { return static_cast<int>(in[i] * 100); });
  const auto sums = by_tiles(hundredths, 16, kSum);
  auto largest =
      by_tiles(scaled, 16, [](auto begin, auto end) { return *std::max_element(begin, end); });
  largest.back() = std::max(largest.back(), 0);  // what lies past the end counts as 0
  Workload work("cooperative");
  const Buffer sum = work.buffer(std::vector<float>(9)), most = work.buffer(std::vector<int>(9));
  work.launch("library_reduce", {.grid = {3}, .block = {64}}, work.buffer(in), sum, most, 135);
  work.expect_near(sum, make(9, [&](std::size_t i) { return sums[i] / 128.0; }), {});  // exact
  work.expect(most, largest);
  work.check();
}

TEST(CooperativeCorpus, InclusiveScanOfTheLibrary) {
  const auto in = integers(77, -9, 9);
  std::vector<int> sums;
  for (std::size_t i = 0; i < in.size(); ++i)
    sums.push_back(in[i] + (i % 32 == 0 ? 0 : sums.back()));
  Workload work("cooperative");
  const Buffer out = work.buffer(std::vector<int>(77));
  work.launch("library_scan", {.grid = {3}, .block = {32}}, work.buffer(in), out, 77);
  work.expect(out, sums);
  work.check();
}

TEST(CooperativeCorpus, FilterWithOneAtomicForWhoeverIsThere) {
  const auto in = integers(203, -50, 50);
  std::vector<int> kept;
  std::ranges::copy_if(in, std::back_inserter(kept), [](int value) { return value > 0; });
  std::ranges::sort(kept);
  Workload work("cooperative");
  const Buffer out = work.buffer(std::vector<int>(203)), count = work.buffer(std::vector<int>(1));
  work.launch("filter", {.grid = {4}, .block = {64}}, work.buffer(in), out, count, 203);
  work.expect(count, std::vector<int>{static_cast<int>(kept.size())});
  work.expect_if<int>(out, [kept](std::vector<int> values) {
    values.resize(kept.size());
    std::ranges::sort(values);
    return values == kept ? "" : "other values were kept";
  });
  work.check();
}

TEST(CooperativeCorpus, VotesOfTilesOfEight) {
  const auto in = integers(96, 0, 5);
  const auto expected = make(96, [&](std::size_t i) {
    unsigned any = 0, all = 1, ballot = 0, same = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      const int value = in[i / 8 * 8 + lane];
      any |= value == 0 ? 1u : 0u;
      all &= value > 2 ? 1u : 0u;
      ballot |= static_cast<unsigned>(value & 1) << lane;
      same |= (value == in[i] ? 1u : 0u) << lane;
    }
    return any | all << 1 | ballot << 8 | same << 16;
  });
  Workload work("cooperative");
  const Buffer out = work.buffer(std::vector<unsigned>(96));
  work.launch("votes", {.grid = {2}, .block = {64}}, work.buffer(in), out, 96);
  work.expect(out, expected);
  work.check();
}

TEST(CooperativeCorpus, GroupsByKey) {
  const auto keys = integers(150, 0, 4, 1), values = integers(150, -99, 99, 2);
  std::vector<int> sums(5);
  for (std::size_t i = 0; i < 150; ++i) sums[static_cast<std::size_t>(keys[i])] += values[i];
  Workload work("cooperative");
  const Buffer out = work.buffer(std::vector<int>(5));
  work.launch("labeled_sums", {.grid = {3}, .block = {64}}, work.buffer(keys), work.buffer(values),
              out, 150);
  work.expect(out, sums);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
