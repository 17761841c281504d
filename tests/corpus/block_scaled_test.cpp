#include <gtest/gtest.h>

#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Codes = std::vector<std::uint8_t>;

// By the formats' definition (OCP Microscaling Formats).
double value_of(unsigned code, int mantissa_bits, int bias, int bits) {
  const unsigned magnitude = code & ((1u << (bits - 1)) - 1), hidden = 1u << mantissa_bits;
  const int exponent = static_cast<int>(magnitude >> mantissa_bits);
  const double units = magnitude % hidden + (exponent == 0 ? 0 : hidden);
  const double x = std::ldexp(units, std::max(exponent, 1) - bias - mantissa_bits);
  return (code >> (bits - 1) & 1) != 0 ? -x : x;
}

Codes codes(std::size_t count, unsigned seed, unsigned first, unsigned range) {
  Codes all;
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    all.push_back(static_cast<std::uint8_t>(first + (seed >> 16) % range));
  }
  return all;
}

std::vector<std::uint32_t> words_of(const Codes& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

TEST(BlockScaledCorpus, BytesWithAScaleForEachThirtyTwo) {
  const Codes a = codes(16 * 128, 1, 0x34, 16), b = codes(8 * 128, 2, 0x3c, 8);
  const Codes a_scales = codes(16 * 4, 3, 125, 5), b_scales = codes(8 * 4, 4, 125, 5);
  std::vector<float> expected;
  for (std::size_t row = 0; row < 16; ++row) {
    for (std::size_t column = 0; column < 8; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < 128; ++k) {
        const int scale = a_scales[row * 4 + k / 32] + b_scales[column * 4 + k / 32] - 2 * 127;
        sum += std::ldexp(
            value_of(a[row * 128 + k], 3, 7, 8) * value_of(b[column * 128 + k], 2, 15, 8), scale);
      }
      expected.push_back(static_cast<float>(sum));
    }
  }
  Workload work("block_scaled");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("scaled_bytes", {.block = {32}}, work.buffer(a), work.buffer(b),
              work.buffer(words_of(a_scales)), work.buffer(words_of(b_scales)), out);
  work.expect(out, expected);
  work.check();
}

TEST(BlockScaledCorpus, NibblesWithAScaleForEachSixteen) {
  const Codes a = codes(16 * 32, 5, 0, 256), b = codes(8 * 32, 6, 0, 256);
  const Codes a_scales = codes(16 * 4, 7, 0x30, 16), b_scales = codes(8 * 4, 8, 0x30, 16);
  const auto nibble = [](const Codes& all, std::size_t line, std::size_t k) {
    return value_of(all[line * 32 + k / 2] >> k % 2 * 4 & 15u, 1, 1, 4);
  };
  std::vector<float> expected;
  for (std::size_t row = 0; row < 16; ++row) {
    for (std::size_t column = 0; column < 8; ++column) {
      double sum = 1;
      for (std::size_t k = 0; k < 64; ++k) {
        sum += nibble(a, row, k) * nibble(b, column, k) *
               value_of(a_scales[row * 4 + k / 16], 3, 7, 8) *
               value_of(b_scales[column * 4 + k / 16], 3, 7, 8);
      }
      expected.push_back(static_cast<float>(sum));
    }
  }
  Workload work("block_scaled");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("scaled_nibbles", {.block = {32}}, work.buffer(a), work.buffer(b),
              work.buffer(words_of(a_scales)), work.buffer(words_of(b_scales)), out);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
