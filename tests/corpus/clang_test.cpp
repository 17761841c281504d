// What clang makes of clang/kernels.cu, optimised and not: the latter keeps every variable in local
// memory and goes through generic addresses.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

class ClangCorpus : public testing::TestWithParam<const char*> {
 protected:
  Workload work{std::string("clang/") + GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Both, ClangCorpus, testing::Values("optimised", "unoptimised"),
                         [](const auto& suite) { return std::string(suite.param); });

TEST_P(ClangCorpus, ScanOfEachBlock) {
  const auto in = integers(301, -99, 99);
  auto sums = in;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i % 96 != 0) sums[i] += sums[i - 1];
  const Buffer out = work.buffer(std::vector<int>(301));
  work.launch("scan", {.grid = {4}, .block = {96}}, work.buffer(in), out, 301);
  work.expect(out, sums);
  work.check();
}

TEST_P(ClangCorpus, SumByShufflesDynamicSharedMemoryAndAtomics) {
  const auto in = reals(1003, -1, 1);
  const Buffer total = work.buffer(std::vector<float>{1}),
               blocks = work.buffer(std::vector<int>(1));
  work.launch("reduce", {.grid = {3}, .block = {128}, .dynamic_shared_bytes = 16}, work.buffer(in),
              total, blocks, 1003);
  // Multiples of 2^-16 below 2^7: exact in any order.
  work.expect_near(total, {std::accumulate(in.begin(), in.end(), 1.0)}, {});
  work.expect(blocks, std::vector<int>{3});
  work.check();
}

TEST_P(ClangCorpus, VectorsOfFourFloats) {
  const auto a = reals(4 * 45, -1, 1, 1), b = reals(4 * 45, -1, 1, 2);
  const Buffer out = work.buffer(std::vector<float>(4 * 45));
  work.launch("blend", {.grid = {2}, .block = {32}}, work.buffer(a), work.buffer(b), out, 0.25f,
              45);
  work.expect_near(
      out,
      make(4 * 45, [&](std::size_t i) { return 0.25 * a[i] + 0.75 * b[i / 4 * 4 + 3 - i % 4]; }),
      {});  // multiples of 2^-18: exact
  work.check();
}

// As kernels.cu declares it.
struct Box {
  std::int16_t low[3], high[3];
  char name;
  double scale;
};

TEST_P(ClangCorpus, StructuresByValueIntoAndOutOfAFunction) {
  std::vector<double> expected;
  for (int i = 0; i < 50; ++i) expected.push_back(0.5 * (10 + 2 * i) * (7 + 2 * i) * (1 + 2 * i));
  const Buffer out = work.buffer(std::vector<double>(50));
  const Buffer names = work.buffer(std::vector<std::uint8_t>(50));
  work.launch("volumes", {.grid = {2}, .block = {32}}, Box{{-5, 0, 100}, {5, 7, 101}, 'b', 0.5},
              out, names, 50);
  work.expect(out, expected);
  work.expect(names, std::vector<std::uint8_t>(50, 'B'));
  work.check();
}

TEST_P(ClangCorpus, ProductsOf128Bits) {
  std::vector<std::uint64_t> a, b, high;
  std::vector<std::int64_t> middle;
  const auto words = integers(4 * 70, -2147483647, 2147483647);
  for (std::size_t i = 0; i < 70; ++i) {
    const auto word = [&](std::size_t k) {
      return std::uint64_t{static_cast<std::uint32_t>(words[4 * i + k])};
    };
    a.push_back(word(0) << 32 | word(1));
    b.push_back(word(2) << 32 | word(3));
    // By halves.
    const std::uint64_t low = word(1) * word(3), cross = word(0) * word(3) + (low >> 32);
    const std::uint64_t other = word(1) * word(2) + (cross & 0xffffffff);
    high.push_back(word(0) * word(2) + (cross >> 32) + (other >> 32));
    const std::uint64_t bottom = a[i] * b[i];
    const std::size_t shift = i % 64 + 32;
    middle.push_back(shift < 64
                         ? static_cast<std::int64_t>(bottom >> shift | high[i] << (64 - shift))
                         : static_cast<std::int64_t>(high[i]) >> (shift - 64));
  }
  const Buffer upper = work.buffer(std::vector<std::uint64_t>(70));
  const Buffer part = work.buffer(std::vector<std::int64_t>(70));
  work.launch("wide_products", {.grid = {3}, .block = {32}}, work.buffer(a), work.buffer(b), upper,
              part, 70);
  work.expect(upper, high);
  work.expect(part, middle);
  work.check();
}

int interpret(const std::vector<std::uint8_t>& code, int value) {
  const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  auto x = static_cast<std::uint32_t>(value);
  for (const std::uint8_t step : code) {
    std::uint32_t result = x - step;
    if (step == 1) result = x % 2 == 0 ? 2 * x : -x;
    if (step == 2) result = x + static_cast<std::uint32_t>(primes[x % 8]);
    if (step == 3) result = x ^ x << 3;
    if (step == 4) {
      result = 0;
      for (unsigned bit = 0; bit < 12; ++bit) result |= (x >> bit & 1) << (11 - bit);
    }
    if (step == 5) result = 100 * static_cast<std::uint32_t>(std::popcount(x));
    if (step == 6) {
      result = 0;
      for (const char digit : std::to_string(x & 0xffff))
        result += static_cast<std::uint32_t>(digit - '0');
    }
    if (step == 7)
      result = static_cast<std::int32_t>(x) < 0
                   ? ~0u
                   : static_cast<std::uint32_t>(std::countl_zero(x | 1));
    x = result;
  }
  return static_cast<int>(x);
}

TEST_P(ClangCorpus, FunctionPointersTablesSwitchesAndRecursion) {
  const auto in = integers(90, -5000, 5000);
  for (const std::vector<std::uint8_t>& code :
       {std::vector<std::uint8_t>{1, 2, 3, 6}, {2, 4, 1, 77}, {3, 3, 5, 2}, {1, 7, 2, 1}}) {
    auto terminated = code;
    terminated.push_back(0);
    const Buffer out = work.buffer(std::vector<int>(90));
    work.launch("interpret", {.grid = {2}, .block = {64}}, work.buffer(terminated), work.buffer(in),
                out, 90);
    work.expect(out, make(90, [&](std::size_t i) { return interpret(code, in[i]); }));
  }
  work.check();
}

TEST_P(ClangCorpus, BytesAndShorts) {
  const auto in = convert<std::int8_t>(integers(256, -128, 127));
  const Buffer saturated = work.buffer(std::vector<std::uint8_t>(256));
  const Buffer squares = work.buffer(std::vector<std::int16_t>(256));
  const Buffer odd = work.buffer(std::vector<std::uint8_t>(256));
  work.launch("narrow", {.grid = {4}, .block = {64}}, work.buffer(in), saturated, squares, odd,
              256);
  work.expect(saturated, make(256, [&](std::size_t i) {
                return static_cast<std::uint8_t>(std::clamp(2 * in[i], 0, 255));
              }));
  work.expect(squares, make(256, [&](std::size_t i) {
                return static_cast<std::int16_t>(in[i] * in[i] - 1);
              }));
  work.expect(odd, make(256, [&](std::size_t i) { return std::uint8_t{in[i] % 2 != 0}; }));
  work.check();
}

TEST_P(ClangCorpus, VotesCountedByOneLane) {
  const auto in = integers(200, -3, 9);
  const auto positive = static_cast<int>(std::ranges::count_if(in, [](int x) { return x > 0; }));
  const Buffer count = work.buffer(std::vector<int>(1)), all = work.buffer(std::vector<int>{1});
  work.launch("count_votes", {.grid = {2}, .block = {128}}, work.buffer(in), count, all, 200);
  work.expect(count, std::vector<int>{positive});
  work.expect(all, std::vector<int>{std::ranges::count(in, 0) == 0});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
