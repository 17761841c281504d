#include <gtest/gtest.h>

#include <algorithm>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(DotProductCorpus, OfSignedBytes) {
  const auto a = convert<std::int8_t>(integers(3 * 4 * 51, -128, 127, 1));
  const auto b = convert<std::int8_t>(integers(4 * 51, -128, 127, 2));
  std::vector<int> dots(3);
  for (std::size_t i = 0; i < a.size(); ++i) dots[i / 204] += a[i] * b[i % 204];
  Workload work("dot_product");
  const Buffer out = work.buffer(std::vector<int>(3));
  work.launch("int8_dot", {.grid = {3}}, work.buffer(a), work.buffer(b), out, 51);
  work.expect(out, dots);
  work.check();
}

TEST(DotProductCorpus, OfUnsignedBytes) {
  const auto a = convert<std::uint8_t>(integers(4 * 77, 0, 255, 1));
  const auto b = convert<std::uint8_t>(integers(4 * 77, 0, 255, 2));
  unsigned dot = 0;
  for (std::size_t i = 0; i < a.size(); ++i) dot += unsigned{a[i]} * b[i];
  Workload work("dot_product");
  const Buffer out = work.buffer(std::vector<unsigned>(1));
  work.launch("uint8_dot", {}, work.buffer(a), work.buffer(b), out, 77);
  work.expect(out, std::vector<unsigned>{dot});
  work.check();
}

TEST(DotProductCorpus, OfShortsWithBytes) {
  const auto a = convert<std::int16_t>(integers(2 * 45, -32768, 32767, 1));
  const auto b = convert<std::int8_t>(integers(4 * 45, -128, 127, 2));
  const auto dot = [&](std::size_t i, std::size_t half, int start) {
    return start + a[2 * i] * b[4 * i + 2 * half] + a[2 * i + 1] * b[4 * i + 2 * half + 1];
  };
  Workload work("dot_product");
  const Buffer low = work.buffer(std::vector<int>(45)), high = work.buffer(std::vector<int>(45));
  work.launch("int16_dot", {.grid = {2}}, work.buffer(a), work.buffer(b), low, high, 45);
  work.expect(low, make(45, [&](std::size_t i) { return dot(i, 0, 7); }));
  work.expect(high, make(45, [&](std::size_t i) { return dot(i, 1, -7); }));
  work.check();
}

TEST(DotProductCorpus, ReductionsOfAWarpInHardware) {
  const auto half = integers(150, 0, 0xffff, 1), other = integers(150, 0, 0xffff, 2);
  const auto in = make(150, [&](std::size_t i) {
    return static_cast<unsigned>(half[i]) << 16 | static_cast<unsigned>(other[i]) | 16u;
  });
  std::vector<unsigned> expected;
  for (std::size_t first = 0; first < in.size(); first += 32) {
    unsigned low = ~0u, high = 0, all = ~0u, any = 0, odd = 0;
    int signed_low = 0x7fffffff;
    for (std::size_t i = first; i < std::min(first + 32, in.size()); ++i) {
      low = std::min(low, in[i]);
      high = std::max(high, in[i]);
      signed_low = std::min(signed_low, static_cast<int>(in[i]));
      all &= in[i], any |= in[i], odd ^= in[i];
    }
    expected.insert(expected.end(), {low, high, static_cast<unsigned>(signed_low), all, any, odd});
  }
  Workload work("dot_product");
  const Buffer out = work.buffer(std::vector<unsigned>(expected.size()));
  work.launch("warp_extremes", {.grid = {3}, .block = {64}}, work.buffer(in), out, 150);
  work.expect(out, expected);
  work.check();
}

TEST(DotProductCorpus, MatchesOf64BitValues) {
  const auto small = integers(75, 0, 9);
  const auto in = make(75, [&](std::size_t i) {
    return (i < 32 ? 7000000000LL : 7000000000LL + static_cast<long long>(i) * 100) + small[i];
  });
  std::vector<unsigned> any(75);
  std::vector<int> all(75);
  for (std::size_t i = 0; i < 75; ++i) {
    const std::size_t first = i / 32 * 32, last = std::min(first + 32, in.size());
    bool agree = true;
    for (std::size_t j = first; j < last; ++j) {
      any[i] |= (in[j] == in[i] ? 1u : 0u) << j % 32;
      agree = agree && in[j] / 100 == in[i] / 100;
    }
    all[i] = agree ? static_cast<int>(last - first) : 0;
  }
  ASSERT_EQ(all[0], 32);
  ASSERT_EQ(all[40], 0);
  Workload work("dot_product");
  const Buffer lanes = work.buffer(std::vector<unsigned>(75));
  const Buffer counts = work.buffer(std::vector<int>(75));
  work.launch("matches", {.grid = {2}, .block = {64}}, work.buffer(in), lanes, counts, 75);
  work.expect(lanes, any);
  work.expect(counts, all);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
