#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

using Words = std::vector<std::uint32_t>;

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
