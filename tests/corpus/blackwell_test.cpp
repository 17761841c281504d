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

struct SmallFormat {
  int mantissa_bits, bias;
  unsigned sign, largest, high_bits;

  [[nodiscard]] double value(unsigned code) const {
    const unsigned magnitude = code & largest, hidden = 1u << mantissa_bits;
    const int exponent = static_cast<int>(magnitude / hidden);
    const double units = magnitude % hidden + (exponent == 0 ? 0 : hidden);
    const double x = std::ldexp(units, std::max(exponent, 1) - bias - mantissa_bits);
    return (code & sign) != 0 ? -x : x;
  }
  // The code whose number is nearest, the even one of two.
  [[nodiscard]] unsigned nearest(double x) const {
    unsigned best = 0;
    for (unsigned code = 1; code <= largest; ++code) {
      const double there = std::abs(value(code) - std::abs(x));
      const double here = std::abs(value(best) - std::abs(x));
      if (there < here || (there == here && code % 2 == 0)) best = code;
    }
    return std::signbit(x) ? best | sign : best;
  }
};

TEST(BlackwellCorpus, PairsOfNumbersOfSixAndFourBits) {
  constexpr SmallFormat kFormats[] = {
      {3, 1, 0x20, 0x1f, 8}, {2, 3, 0x20, 0x1f, 8}, {1, 1, 0x08, 0x07, 4}};
  const auto numbers = reals(2 * 150, -33, 33);
  std::vector<float> in;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    in.push_back(i % 3 == 0 ? numbers[i] : std::round(numbers[i] * 4) / 64);  // ties among them
  }
  std::vector<std::uint16_t> codes;
  std::vector<Half> halves;
  for (const SmallFormat& format : kFormats) {
    for (std::size_t i = 0; i < in.size(); i += 2) {
      const unsigned low = format.nearest(in[i]), high = format.nearest(in[i + 1]);
      codes.push_back(static_cast<std::uint16_t>(high << format.high_bits | low));
      halves.emplace_back(format.value(low)), halves.emplace_back(format.value(high));
    }
  }
  Workload work("blackwell");
  const Buffer codes_out = work.buffer(std::vector<std::uint16_t>(codes.size()));
  const Buffer halves_out = work.buffer(std::vector<Half>(halves.size()));
  work.launch("narrow_pairs", {.grid = {3}, .block = {64}}, work.buffer(in), codes_out, halves_out,
              150);
  work.expect(codes_out, codes);
  work.expect(halves_out, halves);
  work.check();
}

// Magnitudes from 1 to 2, of which bf16 keeps 7 bits and e4m3 3: the bits below, as many as are
// given, and those that are given carry.
TEST(BlackwellCorpus, NumbersThatGivenBitsRound) {
  constexpr std::size_t kCount = 70;
  const auto in = reals(4 * kCount, 1, 1.99, 5);
  const auto random = reals(kCount, 0, 0x1p31, 6);
  std::vector<std::uint32_t> bits, halves, bytes;
  for (std::size_t i = 0; i < kCount; ++i) {
    bits.push_back(static_cast<std::uint32_t>(random[i]) * 2654435761u);
    const auto rounded = [&](std::size_t at, std::uint32_t given, unsigned kept) {
      const auto mantissa = static_cast<std::uint32_t>((in[4 * i + at] - 1) * 0x1p23f);
      const std::uint32_t cut = (mantissa << kept & 0x7fffff) >> 7;  // 16 bits
      return (mantissa >> (23 - kept)) + ((cut + given) >> 16);
    };
    const std::uint32_t high = bits[i] >> 16, low = bits[i] & 0xffff;
    halves.push_back((0x3f80 + rounded(0, high, 7)) << 16 | (0x3f80 + rounded(1, low, 7)));
    bytes.push_back((0x38 + rounded(0, high, 3)) << 24 | (0x38 + rounded(1, high, 3)) << 16 |
                    (0x38 + rounded(2, low, 3)) << 8 | (0x38 + rounded(3, low, 3)));
  }
  Workload work("blackwell");
  const Buffer halves_out = work.buffer(std::vector<std::uint32_t>(kCount));
  const Buffer bytes_out = work.buffer(std::vector<std::uint32_t>(kCount));
  work.launch("stochastic", {.grid = {3}, .block = {32}}, work.buffer(in), work.buffer(bits),
              halves_out, bytes_out, static_cast<int>(kCount));
  work.expect(halves_out, halves);
  work.expect(bytes_out, bytes);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
