#include <gtest/gtest.h>

#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

template <class T>
std::vector<T> inclusive_sums(const std::vector<T>& values) {
  std::vector<T> sums(values.size());
  std::partial_sum(values.begin(), values.end(), sums.begin());
  return sums;
}
template <class T>
std::vector<T> exclusive_sums(const std::vector<T>& values) {
  std::vector<T> sums(values.size());
  std::exclusive_scan(values.begin(), values.end(), sums.begin(), T{});
  return sums;
}

TEST(ScanCorpus, HillisAndSteeleInOneBlock) {
  const auto in = integers(203, -50, 50);
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<int>(203));
  work.launch("hillis_steele", {.block = {224}, .dynamic_shared_bytes = 2 * 224 * 4},
              work.buffer(in), out, 203);
  work.expect(out, inclusive_sums(in));
  work.check();
}

TEST(ScanCorpus, BlellochWithPaddingAgainstConflicts) {
  const auto in = integers(247, 0, 1000);
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<int>(247));
  work.launch("blelloch", {.block = {128}, .dynamic_shared_bytes = (256 + 8) * 4}, work.buffer(in),
              out, 247);
  work.expect(out, exclusive_sums(in));
  work.check();
}

TEST(ScanCorpus, OfEachWarpByShuffles) {
  const auto in = reals(101, -1, 1);
  std::vector<double> sums;
  for (std::size_t i = 0; i < in.size(); ++i)
    sums.push_back(i % 32 == 0 ? in[i] : sums.back() + static_cast<double>(in[i]));
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<float>(101));
  work.launch("warp_scan", {.grid = {2}, .block = {64}}, work.buffer(in), out, 101);
  // Sums of 32 multiples of 2^-16 below 1 are exact in float.
  work.expect_near(out, sums, {});
  work.check();
}

TEST(ScanCorpus, OfManyBlocksInThreeKernels) {
  const auto in = convert<long long>(integers(1003, -1000000000, 1000000000));
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<long long>(1003));
  const Buffer sums = work.buffer(std::vector<long long>(16));
  work.launch("scan_blocks", {.grid = {16}, .block = {64}}, work.buffer(in), out, sums, 1003);
  work.launch("scan_sums", {.block = {32}}, sums, 16);
  work.launch("add_sums", {.grid = {16}, .block = {64}}, out, sums, 1003);
  work.expect(out, inclusive_sums(in));
  work.check();
}

TEST(ScanCorpus, OfManyBlocksWithDecoupledLookBack) {
  const auto in = convert<unsigned>(integers(1401, 0, 1000000));
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<unsigned>(1401));
  work.launch("decoupled_look_back", {.grid = {15}, .block = {96}}, work.buffer(in), out,
              work.buffer(std::vector<std::uint64_t>(15)), work.buffer(std::vector<unsigned>(1)),
              1401);
  work.expect(out, inclusive_sums(in));
  work.check();
}

TEST(ScanCorpus, InSegments) {
  const auto in = integers(150, -9, 9);
  const auto heads =
      make(150, [](std::size_t i) { return std::uint8_t{i % 7 == 3 || i % 11 == 0}; });
  std::vector<int> sums(150);
  for (std::size_t i = 0; i < in.size(); ++i)
    sums[i] = in[i] + (heads[i] != 0 || i % 32 == 0 ? 0 : sums[i - 1]);
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<int>(150));
  work.launch("segmented_scan", {.grid = {3}, .block = {64}}, work.buffer(in), work.buffer(heads),
              out, 150);
  work.expect(out, sums);
  work.check();
}

TEST(ScanCorpus, OfAnyOperationInOnePersistentBlock) {
  const auto in = integers(331, -100000, 100000);
  std::vector<int> largest(331);
  std::inclusive_scan(in.begin(), in.end(), largest.begin(),
                      [](int a, int b) { return std::max(a, b); });
  Workload work("scan");
  const Buffer out = work.buffer(std::vector<int>(331));
  work.launch("prefix", {.block = {96}}, work.buffer(in), out, 331, -2147483647);
  work.expect(out, largest);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
