#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(BlackwellCorpus, ArithmeticOnPairsOfFloats) {
  const auto a = reals(2 * 45, -10, 10, 1), b = reals(2 * 45, -10, 10, 2);
  const auto c = reals(2 * 45, -10, 10, 3);
  std::vector<float> expected;
  for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(a[i] + b[i]);
  for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(a[i] - b[i]);
  for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(a[i] * b[i]);
  for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(std::fma(a[i], b[i], c[i]));
  Workload work("blackwell");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("pair_arithmetic", {.grid = {2}}, work.buffer(a), work.buffer(b), work.buffer(c), out,
              45);
  work.expect(out, expected);
  work.check();
}

TEST(BlackwellCorpus, ReductionsOfFloatsInHardware) {
  const auto in = reals(150, -1000, 1000);
  std::vector<float> expected;
  for (std::size_t first = 0; first < in.size(); first += 32) {
    float low = in[first], high = low, small = std::abs(low), large = small;
    for (std::size_t i = first; i < std::min(first + 32, in.size()); ++i) {
      low = std::min(low, in[i]), high = std::max(high, in[i]);
      small = std::min(small, std::abs(in[i])), large = std::max(large, std::abs(in[i]));
    }
    expected.insert(expected.end(), {low, high, small, large});
  }
  Workload work("blackwell");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("float_extremes", {.grid = {3}, .block = {64}}, work.buffer(in), out, 150);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
