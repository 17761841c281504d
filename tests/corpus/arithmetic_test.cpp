// The language's arithmetic and bits: kernels in language.cu.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Words = std::vector<std::uint32_t>;

Words words(std::size_t n, unsigned seed) {
  const auto low = integers(n, 0, 0xffff, seed), high = integers(n, 0, 0xffff, seed + 100);
  return make(n, [&](std::size_t i) {
    return static_cast<std::uint32_t>(high[i]) << 16 | static_cast<std::uint32_t>(low[i]);
  });
}

TEST(ArithmeticCorpus, UnionsAndBitFields) {
  const auto in = reals(60, -1000, 1000);
  std::vector<int> expected;
  for (const float value : in) {
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(static_cast<double>(value)), &exponent);
    expected.push_back(std::signbit(value));
    expected.push_back(value == 0 ? -127 : exponent - 1);
    expected.push_back(value == 0 ? 0 : static_cast<int>((2 * mantissa - 1) * (1 << 23)));
    const auto bits = std::bit_cast<std::uint32_t>(value);
    expected.push_back(static_cast<int>((bits >> 24 ^ bits) & 0xff));
  }
  Workload work("language");
  const Buffer out = work.buffer(std::vector<int>(240));
  work.launch("take_apart", {.grid = {2}, .block = {32}}, work.buffer(in), out, 60);
  work.expect(out, expected);
  work.check();
}

TEST(ArithmeticCorpus, BitTricks) {
  Words in = words(70, 1);
  in[3] = 0, in[4] = ~0u, in[5] = 1, in[6] = 0x80000000u;
  Words expected;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint32_t x = in[i], y = in[(i + 1) % in.size()];
    const auto sx = static_cast<std::int32_t>(x), sy = static_cast<std::int32_t>(y);
    const std::uint64_t both = std::uint64_t{y} << 32 | x;
    const auto ones = static_cast<std::uint32_t>(std::popcount(x));
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(x));
    const std::uint32_t first = x == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(x)) + 1;
    std::uint32_t reversed = 0, picked = 0;
    for (unsigned bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
    for (unsigned byte = 0; byte < 4; ++byte)
      picked |= static_cast<std::uint32_t>(both >> 8 * (0x3516 >> 4 * byte & 15) & 0xff)
                << 8 * byte;
    const auto average = static_cast<std::int32_t>((std::int64_t{sx} + sy + 1) >> 1);
    const Words row = {ones << 24 | zeros << 16 | first << 8 | 2 * ones,
                       reversed,
                       picked,
                       static_cast<std::uint32_t>(both << 7 >> 32),
                       static_cast<std::uint32_t>(both >> i % 32),
                       static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32),
                       static_cast<std::uint32_t>(std::int64_t{sx} * sy >> 32),
                       (x & 0xffffff) * (y & 0xffffff),
                       (x > y ? x - y : y - x) + 5,
                       static_cast<std::uint32_t>((std::uint64_t{x} + y) >> 1) ^
                           static_cast<std::uint32_t>(average),
                       (x & y) | ((~x & 0x0f0f0f0f) ^ (y | 0x1234)),
                       x >> y % 32 | static_cast<std::uint32_t>(sx >> y / 32 % 32)};
    expected.insert(expected.end(), row.begin(), row.end());
  }
  Workload work("language");
  const Buffer out = work.buffer(Words(expected.size()));
  work.launch("bit_tricks", {.grid = {3}, .block = {32}}, work.buffer(in), out, 70);
  work.expect(out, expected);
  work.check();
}

TEST(ArithmeticCorpus, InlinePtx) {
  const Words in = words(75, 7);
  const auto wide = make(75, [](std::size_t i) { return std::uint64_t{i} << 40; });
  Words expected;
  std::vector<std::uint64_t> products;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint32_t x = in[i], field = x >> 5 & 0x1ff, sum = 2 * x;
    const std::uint32_t majority = (x & field) | (x & sum) | (field & sum);
    const std::uint32_t logic = x > 1000000000 ? majority + 1 : majority - 1;
    expected.push_back(field ^ sum ^ (x >> 31) << 31 ^ static_cast<std::uint32_t>(i % 32) << 20 ^
                       logic);
    products.push_back(std::uint64_t{x} * x + wide[i]);
  }
  Workload work("language");
  const Buffer out = work.buffer(Words(75)), inout = work.buffer(wide);
  work.launch("inline_ptx", {.grid = {2}, .block = {64}}, work.buffer(in), out, inout, 75);
  work.expect(out, expected);
  work.expect(inout, products);
  work.check();
}

// Computed in 64 bits and cut to the type; products and shifts are the same of either sign.
template <class T>
void check_integers(const std::string& name) {
  const Words low = words(64, 11), high = words(64, 12), divisors = words(64, 13);
  std::vector<T> a, b, expected;
  for (std::size_t i = 0; i < 64; ++i) {
    a.push_back(static_cast<T>(std::uint64_t{high[i]} << 32 | low[i]));
    b.push_back(static_cast<T>(i % 2 == 0 ? divisors[i] : std::uint64_t{divisors[i]} << 31));
    if (b.back() == 0) b.back() = 3;
    const std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t> x = a.back(),
                                                                               y = b.back();
    const auto product = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
    const int shift = static_cast<int>(y & 7);
    const T row[] = {static_cast<T>(x / y),
                     static_cast<T>(x % y),
                     static_cast<T>(product - static_cast<std::uint64_t>(x)),
                     static_cast<T>(static_cast<std::uint64_t>(x) << shift),
                     static_cast<T>(x >> shift),
                     static_cast<T>(std::min(x, y))};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("language");
  const Buffer out = work.buffer(std::vector<T>(expected.size()));
  work.launch("integer_arithmetic<" + name + ">", {.block = {64}}, work.buffer(a), work.buffer(b),
              out, 64);
  work.expect(out, expected);
  work.check();
}

TEST(ArithmeticCorpus, ArithmeticOfBytes) { check_integers<std::int8_t>("signed char"); }
TEST(ArithmeticCorpus, ArithmeticOfShorts) { check_integers<std::uint16_t>("unsigned short"); }
TEST(ArithmeticCorpus, ArithmeticOfInts) { check_integers<int>("int"); }
TEST(ArithmeticCorpus, ArithmeticOfUnsignedLongLongs) {
  check_integers<std::uint64_t>("unsigned long long");
}
TEST(ArithmeticCorpus, ArithmeticOfLongLongs) { check_integers<std::int64_t>("long long"); }

// What the PTX ISA says of cvt: values are clamped, and NaN becomes 0, or for 64 bits the lowest.
template <class T>
T clamped(double value) {
  if (std::isnan(value)) return sizeof(T) == 8 ? std::numeric_limits<T>::min() : T{0};
  if (value <= static_cast<double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  if (value >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

TEST(ArithmeticCorpus, ConversionsWithEveryRounding) {
  std::vector<float> in = {0.5f,      1.5f, -0.5f, -2.5f, NAN,   INFINITY,
                           -INFINITY, 3e9f, -3e9f, 5e18f, -0.0f, 70000.75f};
  for (const float value : reals(40, -3, 3)) in.push_back(value);
  std::vector<int> expected;
  for (const float x : in) {
    const float small = std::isnan(x) ? -1e4f : std::clamp(x, -1e4f, 1e4f);
    const float saturated = std::isnan(x) ? 0.0f : std::clamp(x, 0.0f, 1.0f);
    const auto millionths = clamped<std::int64_t>(static_cast<double>(x) * 1e6);
    const int row[] = {
        clamped<int>(std::nearbyint(x)),
        clamped<int>(std::ceil(x)),
        clamped<int>(std::floor(x)),
        clamped<int>(std::trunc(x)),
        static_cast<int>(clamped<std::uint32_t>(std::nearbyint(x))),
        static_cast<std::int16_t>(clamped<int>(std::trunc(x))),
        static_cast<int>(saturated * 1000),
        std::bit_cast<int>(static_cast<float>(millionths)),
        static_cast<int>(std::nearbyint(small * 3)) + static_cast<int>(std::round(small)),
        std::isnan(x) | std::isinf(x) << 1 | std::signbit(x) << 2};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("language");
  const Buffer out = work.buffer(std::vector<int>(expected.size()));
  work.launch("conversions", {.block = {64}}, work.buffer(in), out, static_cast<int>(in.size()));
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
