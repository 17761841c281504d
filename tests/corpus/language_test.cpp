#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

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

TEST(LanguageCorpus, RecursionWithReturnValues) {
  const auto bases = integers(90, -7, 7), exponents = integers(90, 0, 30, 2);
  const auto expected = make(90, [&](std::size_t i) {
    std::uint32_t product = 1;
    for (int k = 0; k < exponents[i]; ++k) product *= static_cast<std::uint32_t>(bases[i]);
    return static_cast<int>(product);
  });
  Workload work("language");
  const Buffer out = work.buffer(std::vector<int>(90));
  work.launch("powers", {.grid = {2}, .block = {64}}, work.buffer(bases), work.buffer(exponents),
              out, 90);
  work.expect(out, expected);
  work.check();
}

TEST(LanguageCorpus, FunctionsThatCallEachOther) {
  const auto in = integers(50, 0, 40);
  Workload work("language");
  const Buffer out = work.buffer(std::vector<std::uint8_t>(50));
  work.launch("parity", {.grid = {2}, .block = {32}}, work.buffer(in), out, 50);
  work.expect(out, make(50, [&](std::size_t i) { return std::uint8_t{in[i] % 2 == 0}; }));
  work.check();
}

TEST(LanguageCorpus, QuicksortWithAStackInLocalMemory) {
  auto in = integers(500, -100, 100);
  Workload work("language");
  const Buffer data = work.buffer(in);
  work.launch("quicksort_parts", {.grid = {2}, .block = {32}}, data, 37, 500);
  for (auto part = in.begin(); part != in.end();) {
    const auto end = part + std::min<std::ptrdiff_t>(37, in.end() - part);
    std::sort(part, end);
    part = end;
  }
  work.expect(data, in);
  work.check();
}

TEST(LanguageCorpus, PointersToFunctions) {
  const auto in = reals(77, -4, 4);
  const auto which = integers(77, 0, 3);
  Workload work("language");
  const Buffer out = work.buffer(std::vector<float>(77));
  work.launch("through_pointers", {.grid = {3}, .block = {32}}, work.buffer(in), work.buffer(which),
              out, 77);
  work.expect(out, make(77, [&](std::size_t i) {
                const float results[] = {in[i] * in[i], -in[i], in[i] / 2, std::max(in[i], 0.0f)};
                return results[which[i]];
              }));
  work.check();
}

TEST(LanguageCorpus, AStackMachineByASwitch) {
  // n² goes below the input by an exchange; what ends on top is the input.
  const std::vector<std::uint8_t> program = {1, 1, 7, 5, 8, 0};
  const std::vector<std::uint8_t> polynomial = {1, 7,   5, 2, 3, 5,  // 3x²
                                                2, 7,   1, 5, 4,     // - 7x
                                                2, 100, 3,           // + 100
                                                1, 9,   3, 2, 9, 6,
                                                0};  // divided by 9 unless x > 0
  // divided by 9 unless x > 0
  const auto in = integers(45, -40, 40);
  Workload work("language");
  const Buffer inputs = work.buffer(in);
  const Buffer first = work.buffer(std::vector<int>(45)),
               second = work.buffer(std::vector<int>(45));
  const Shape shape{.grid = {2}, .block = {32}};
  work.launch("stack_machine", shape, work.buffer(program), inputs, first, 45);
  work.launch("stack_machine", shape, work.buffer(polynomial), inputs, second, 45);
  work.expect(first, in);
  work.expect(second, make(45, [&](std::size_t i) {
                const int value = 3 * in[i] * in[i] - 7 * in[i] + 100;
                return in[i] > 0 ? value : value / 9;
              }));
  work.check();
}

TEST(LanguageCorpus, UnionsAndBitFields) {
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

TEST(LanguageCorpus, BitTricks) {
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

TEST(LanguageCorpus, InlinePtx) {
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

TEST(LanguageCorpus, MessagesFromBlockToBlock) {
  Words expected = {1};
  for (std::uint32_t b = 1; b < 23; ++b) expected.push_back(expected.back() * 3 + b);
  Workload work("language");
  const Buffer values = work.buffer(Words(23));
  work.launch("message_chain", {.grid = {23}, .block = {32}}, work.buffer(Words(23)), values, 23);
  work.expect(values, expected);
  work.check();
}

TEST(LanguageCorpus, LocksAroundStructures) {
  std::vector<int> expected(15);
  for (int i = 0; i < 192; ++i) {
    expected[static_cast<std::size_t>(3 * (i % 5) + 1)] += i;
    ++expected[static_cast<std::size_t>(3 * (i % 5) + 2)];
  }
  Workload work("language");
  const Buffer accounts = work.buffer(std::vector<int>(15));
  work.launch("locked_accounts", {.grid = {3}, .block = {64}}, accounts, 5);
  work.expect(accounts, expected);
  work.check();
}

TEST(LanguageCorpus, ErrorFlagsWithTheFirstBadElement) {
  auto in = integers(400, 0, 450);
  for (int& value : in) value *= 2;
  in[123] = 902, in[333] = -2;
  Workload work("language");
  const Buffer errors = work.buffer(Words(1)), first = work.buffer(std::vector<int>{1 << 30});
  work.launch("validate", {.grid = {2}, .block = {96}}, work.buffer(in), errors, first, 400);
  work.expect(errors, Words{3});
  work.expect(first, std::vector<int>{123});
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

TEST(LanguageCorpus, ArithmeticOfBytes) { check_integers<std::int8_t>("signed char"); }
TEST(LanguageCorpus, ArithmeticOfShorts) { check_integers<std::uint16_t>("unsigned short"); }
TEST(LanguageCorpus, ArithmeticOfInts) { check_integers<int>("int"); }
TEST(LanguageCorpus, ArithmeticOfUnsignedLongLongs) {
  check_integers<std::uint64_t>("unsigned long long");
}
TEST(LanguageCorpus, ArithmeticOfLongLongs) { check_integers<std::int64_t>("long long"); }

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

TEST(LanguageCorpus, ConversionsWithEveryRounding) {
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

TEST(LanguageCorpus, ChecksumsByATableInConstantMemory) {
  const std::string_view lines[] = {"123456789", "", "warp", "The quick brown fox"};
  std::vector<std::uint8_t> text;
  std::vector<int> ends;
  Words expected;
  for (const std::string_view line : lines) {
    text.insert(text.end(), line.begin(), line.end());
    ends.push_back(static_cast<int>(text.size()));
    std::uint32_t crc = ~0u;  // bit by bit
    for (const char letter : line) {
      crc ^= static_cast<std::uint8_t>(letter);
      for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    expected.push_back(~crc);
  }
  ASSERT_EQ(expected[0], 0xcbf43926u);
  Workload work("language");
  const Buffer out = work.buffer(Words(4));
  work.launch("crc32", {.block = {32}}, work.buffer(text), work.buffer(ends), out, 4);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
