#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Words = std::vector<std::uint32_t>;

// f on each part of `bits` bits of x and y, the results put together.
template <class F>
std::uint32_t by_parts(unsigned bits, std::uint32_t x, std::uint32_t y, F f) {
  const std::uint32_t mask = (1u << bits) - 1;
  std::uint32_t result = 0;
  for (unsigned at = 0; at < 32; at += bits)
    result |= (static_cast<std::uint32_t>(
                   f(static_cast<int>(x >> at & mask), static_cast<int>(y >> at & mask))) &
               mask)
              << at;
  return result;
}

TEST(IntrinsicsCorpus, BytesPackedInWords) {
  const auto a = convert<std::uint8_t>(integers(4 * 75, 0, 255, 1));
  const auto b = convert<std::uint8_t>(integers(4 * 75, 0, 255, 2));
  Words expected;
  for (std::size_t i = 0; i < a.size(); i += 4) {
    std::uint32_t x = 0, y = 0, apart = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      x |= std::uint32_t{a[i + k]} << 8 * k;
      y |= std::uint32_t{b[i + k]} << 8 * k;
      apart += static_cast<std::uint32_t>(std::abs(a[i + k] - b[i + k]));
    }
    const auto is_signed = [](int v) { return static_cast<std::int8_t>(v); };
    const Words row = {
        by_parts(8, x, y, [](int p, int q) { return p + q; }),
        by_parts(8, x, y, [](int p, int q) { return std::abs(p - q); }),
        by_parts(8, x, y, [&](int p, int q) { return std::max(is_signed(p), is_signed(q)); }),
        by_parts(16, x, y, [](int p, int q) { return std::max(p - q, 0); }),
        by_parts(8, x, y, [](int p, int q) { return p > q ? 255 : 0; }),
        by_parts(8, x, y, [](int p, int q) { return (p + q + 1) / 2; }),
        apart,
        by_parts(16, x, y, [](int p, int) { return -p; })};
    expected.insert(expected.end(), row.begin(), row.end());
  }
  Workload work("intrinsics");
  const Buffer out = work.buffer(Words(expected.size()));
  work.launch("packed_bytes", {.grid = {3}}, work.buffer(a), work.buffer(b), out, 75);
  work.expect(out, expected);
  work.check();
}

TEST(IntrinsicsCorpus, WarpsThatMeetAtNamedBarriers) {
  const auto in = integers(96, 0, 999);
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<int>(96));
  work.launch("named_barriers", {.block = {64}}, work.buffer(in), out);
  work.expect(out, make(96, [&](std::size_t i) { return in[i / 32 * 32 + 31 - i % 32]; }));
  work.check();
}

TEST(IntrinsicsCorpus, VotesOfBlocks) {
  const auto in = integers(237, -1, 97);
  const auto expected = make(4, [&](std::size_t block) {
    int any = 0, all = 1, odd = 0;
    for (std::size_t t = 0; t < 80; ++t) {
      const int value = in[std::min<std::size_t>(block * 80 + t, 236)];
      any |= value > 95;
      all &= value >= 0;
      odd += value % 2 != 0;
    }
    return any | all << 1 | odd << 2;
  });
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<int>(4));
  work.launch("block_votes", {.grid = {4}, .block = {80}}, work.buffer(in), out, 237);
  work.expect(out, expected);
  work.check();
}

TEST(IntrinsicsCorpus, LaneMasksAndTheNthSetBit) {
  const auto expected = make(64, [](std::size_t t) {
    const std::size_t nth = t % 16;
    return static_cast<std::uint32_t>(t / 32 << 16 | (t % 32) << 8 | (nth / 4 * 8 + 4 + nth % 4));
  });
  Workload work("intrinsics");
  const Buffer out = work.buffer(Words(64));
  work.launch("lane_masks", {.block = {64}}, out);
  work.expect(out, expected);
  work.check();
}

// The float at or on one side of a float64: -1 below, 1 above, 0 towards zero.
float directed(double value, int side) {
  const auto nearest = static_cast<float>(value);
  if (side == 0) side = value > 0 ? -1 : 1;
  if (side < 0 ? nearest <= value : nearest >= value) return nearest;
  return std::nextafter(nearest, side < 0 ? -INFINITY : INFINITY);
}

TEST(IntrinsicsCorpus, CacheHintsAndOtherRoundings) {
  const auto in = reals(150, -1, 1);
  std::vector<float> expected;
  for (std::size_t i = 0; i < 75; ++i) {
    const double a = in[i],
                 b = in[i + 75];  // multiples of 2^-16: all of these are exact in float64
    const float row[] = {directed(a + b, 0),
                         directed(a * b, 1),
                         directed(a * b + a, -1),
                         in[i] / in[i + 75],
                         directed(std::sqrt(std::abs(a)), 1),
                         b == 0 ? 0.0f : 1.0f};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("hints", {.grid = {3}}, work.buffer(in), out, 75);
  work.expect(out, expected);
  work.check();
}

// The value of a float of 8 bits, by the Open Compute Project's definition.
double decode(unsigned code, int fraction_bits, int bias) {
  const int exponent = static_cast<int>(code & 0x7f) >> fraction_bits;
  const int fraction = static_cast<int>(code) & ((1 << fraction_bits) - 1);
  const double size =
      exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                    : std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
  return code & 0x80 ? -size : size;
}
// The code of the nearest value, of two the even one; beyond the largest the largest.
std::uint8_t nearest_code(double value, int fraction_bits, int bias, unsigned largest) {
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  unsigned best = sign;
  for (unsigned code = sign; code <= (sign | largest); ++code) {
    const double closer = std::abs(decode(best, fraction_bits, bias) - value) -
                          std::abs(decode(code, fraction_bits, bias) - value);
    if (closer > 0 || (closer == 0 && code % 2 == 0)) best = code;
  }
  return static_cast<std::uint8_t>(best);
}

TEST(IntrinsicsCorpus, FloatsOfEightBits) {
  auto in = reals(70, -30, 30);
  in[0] = 1e6f, in[1] = -1e-6f, in[2] = 0.0f, in[3] = 17.0f, in[4] = 0.001953125f;
  std::vector<std::uint8_t> codes;
  std::vector<float> values;
  for (const float x : in) {
    codes.push_back(nearest_code(x, 3, 7, 0x7e));
    values.push_back(static_cast<float>(decode(codes.back(), 3, 7)));
    codes.push_back(nearest_code(x, 2, 15, 0x7b));
    values.push_back(static_cast<float>(decode(codes.back(), 2, 15)));
  }
  Workload work("intrinsics");
  const Buffer bytes = work.buffer(std::vector<std::uint8_t>(140));
  const Buffer out = work.buffer(std::vector<float>(140));
  work.launch("small_floats", {.grid = {3}}, work.buffer(in), bytes, out, 70);
  work.expect(bytes, codes);
  work.expect(out, values);
  work.check();
}

TEST(IntrinsicsCorpus, OnePointerToThreeSpaces) {
  const auto global = integers(4, 100, 999);
  const auto expected = make(40, [&](std::size_t t) {
    const int k = static_cast<int>(t % 4);
    const int values[] = {global[t % 4], 10 * k, k + 1};
    return values[t % 3] * 8 + (1 << t % 3);
  });
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<int>(40));
  work.launch("generic_spaces", {.block = {40}}, work.buffer(global), out, 40);
  work.expect(out, expected);
  work.check();
}

TEST(IntrinsicsCorpus, BlocksAndGridsOfThreeDimensions) {
  const auto in = reals(5 * 7 * 3, -1, 1);
  const auto expected = make(in.size(), [&](std::size_t i) {
    const std::size_t x = i % 5, y = i / 5 % 7, z = i / 35;
    return in[(x * 7 + y) * 3 + z] + 60804.0f;  // 6 × 8 × 4 threads
  });
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<float>(in.size()));
  work.launch("volumes", {.grid = {3, 2, 2}, .block = {2, 4, 2}}, work.buffer(in), out, 5, 7, 3);
  work.expect(out, expected);
  work.check();
}

TEST(IntrinsicsCorpus, ShufflesOfDoubles) {
  const auto in = convert<double>(reals(32, -1, 1));
  Workload work("intrinsics");
  const Buffer out = work.buffer(std::vector<double>(32));
  work.launch("rotate_lanes", {}, work.buffer(in), out, 3);
  work.expect(
      out, make(32, [&](std::size_t i) { return in[i / 16 * 16 + (i + 3) % 16] - 2 * in[i ^ 5]; }));
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
