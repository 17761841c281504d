#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

using Kind = ptx::Operand::Kind;

constexpr std::uint32_t kSlotBytes = 512;
constexpr int kUntouched = 0xa5;

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '{') ++depth;
    if (i < text.size() && text[i] == '}') --depth;
    if (i < text.size() && (text[i] != by || depth > 0)) continue;
    std::string_view part = text.substr(begin, i - begin);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

ptx::Operand operand_of(std::string_view text, std::uint32_t& next) {
  ptx::Operand operand;
  const bool is_vector = text.front() == '{';
  const bool is_pair = !is_vector && text.find('|') != std::string_view::npos;
  if (is_vector || is_pair) {
    operand.kind = is_vector ? Kind::vector : Kind::pair;
    if (is_vector) text = text.substr(1, text.size() - 2);
    for (const auto part : split(text, is_vector ? ',' : '|')) {
      operand.elements.push_back(operand_of(part, next));
    }
    return operand;
  }
  operand.kind = text == "_" ? Kind::sink : Kind::reg;
  operand.negated = text.front() == '!';
  operand.index = next++;
  return operand;
}

// Of one element: a 128-bit slot is two arrays of halves, lanes 32 to 63 being the high ones.
std::uint32_t bytes_of(ptx::ScalarType type) { return std::min(ptx::size_of(type), 8u); }

}  // namespace

ptx::Instruction instruction_of(std::string_view text) {
  ptx::Instruction instruction;
  const std::size_t space = text.find(' ');
  const auto words = split(text.substr(0, space), '.');
  instruction.opcode = words.front();
  instruction.modifiers.assign(words.begin() + 1, words.end());
  std::uint32_t next = 0;
  if (space == std::string_view::npos) return instruction;
  for (const auto part : split(text.substr(space + 1), ',')) {
    instruction.operands.push_back(operand_of(part, next));
  }
  return instruction;
}

TestWarp::TestWarp(std::string_view text, std::span<const ptx::Register> registers) {
  auto found = find_operation(instruction_of(text), registers);
  EXPECT_TRUE(found.has_value()) << text;
  operation_ = std::move(found).value();
  const std::size_t operands = operation_.operands.size();
  frame_.resize(kSlotBytes * operands / sizeof(Line));
  std::memset(frame_.data(), kUntouched, frame_.size() * sizeof(Line));
  std::size_t carry = operands;
  for (std::size_t i = 0; i < operands; ++i) {
    if (operation_.operands[i].is_carry) carry = std::min(carry, i);
    offsets_[i] = kSlotBytes * static_cast<std::uint32_t>(std::min(i, carry));
  }
  offsets_[kOptionPlace] = operation_.option;
}

void TestWarp::set(std::size_t operand, unsigned lane, std::uint64_t bits) {
  std::byte* const slot = reinterpret_cast<std::byte*>(frame_.data()) + offsets_[operand];
  const std::uint32_t bytes = bytes_of(operation_.operands[operand].type);
  if (bytes != 0) {
    std::memcpy(slot + std::size_t{bytes} * lane, &bits, bytes);
    return;
  }
  std::uint32_t word = 0;
  std::memcpy(&word, slot, sizeof word);
  word = (word & ~(1u << lane)) | static_cast<std::uint32_t>(bits & 1u) << lane;
  std::memcpy(slot, &word, sizeof word);
}

std::uint64_t TestWarp::get(std::size_t operand, unsigned lane) const {
  const std::byte* const slot =
      reinterpret_cast<const std::byte*>(frame_.data()) + offsets_[operand];
  const std::uint32_t bytes = bytes_of(operation_.operands[operand].type);
  std::uint64_t bits = 0;
  if (bytes != 0) {
    std::memcpy(&bits, slot + std::size_t{bytes} * lane, bytes);
    return bits;
  }
  std::memcpy(&bits, slot, sizeof(std::uint32_t));
  return bits >> lane & 1u;
}

void TestWarp::alias(std::size_t operand, std::size_t other) {
  offsets_[operand] = offsets_[other];
}

void TestWarp::run(std::uint32_t mask) {
  operation_.function(reinterpret_cast<std::byte*>(frame_.data()), mask, offsets_);
}

std::vector<std::uint64_t> evaluate(std::string_view text,
                                    const std::vector<std::uint64_t>& sources,
                                    std::span<const ptx::Register> registers) {
  std::vector<std::uint64_t> results;
  for (const std::uint32_t mask : {0xffffffffu, 0x80010006u, 0u}) {
    TestWarp warp(text, registers);
    const auto& shapes = warp.operation().operands;
    const auto sources_wanted = std::ranges::count(shapes, false, &OperandShape::is_destination);
    EXPECT_EQ(static_cast<std::size_t>(sources_wanted), sources.size()) << text;
    for (unsigned lane = 0; lane < 32; ++lane) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!shapes[i].is_destination) warp.set(i, lane, sources[next++]);
      }
    }
    TestWarp before = warp;
    warp.run(mask);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!shapes[i].is_destination) continue;
      if (mask == 0xffffffffu) results.push_back(warp.get(i, 0));
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!shapes[i].is_destination) continue;
      for (unsigned lane = 0; lane < 32; ++lane) {
        const bool is_active = (mask >> lane & 1u) != 0;
        EXPECT_EQ(warp.get(i, lane), is_active ? results[next] : before.get(i, lane))
            << text << ", operand " << i << ", lane " << lane << ", mask " << mask;
      }
      ++next;
    }
  }
  return results;
}

void expect_rows(std::span<const Row> rows) {
  for (const Row& row : rows) {
    std::string sources;
    for (const std::uint64_t source : row.sources) sources += fmt::format(" {:#x}", source);
    EXPECT_EQ(evaluate(row.text, row.sources), row.expected) << row.text << sources;
  }
}

TEST(TestWarp, NumbersTheRegistersOfVectorsAndPairs) {
  const ptx::Instruction instruction = instruction_of("lop3.or.b32 d|p, {a, b}, !q");
  EXPECT_EQ(instruction.mnemonic(), "lop3.or.b32");
  ASSERT_EQ(instruction.operands.size(), 3u);
  EXPECT_EQ(instruction.operands[0].elements[1].index, 1u);
  EXPECT_EQ(instruction.operands[1].elements[1].index, 3u);
  EXPECT_TRUE(instruction.operands[2].negated);
}

}  // namespace warplens::machine
