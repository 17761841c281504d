// One operation on one warp, for tests.
//
//   evaluate("mad.lo.s32 d, a, b, c", {3, 4, 5})  → {17}
//
// Every operand is a register of its own; vectors {a,b}, pairs p|q, sinks _ and !p are understood.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/machine/operations/operations.h"

namespace warplens::machine {

// `text` as an instruction whose registers are numbered from 0 in order.
[[nodiscard]] ptx::Instruction instruction_of(std::string_view text);

class TestWarp {
 public:
  // The operation must exist.
  explicit TestWarp(std::string_view text, std::span<const ptx::Register> registers = {});

  [[nodiscard]] const Operation& operation() const { return operation_; }
  void set(std::size_t operand, unsigned lane, std::uint64_t bits);
  [[nodiscard]] std::uint64_t get(std::size_t operand, unsigned lane) const;
  // Makes two operands the same register.
  void alias(std::size_t operand, std::size_t other);
  void run(std::uint32_t mask);

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  Operation operation_;
  std::vector<Line> frame_;
  OperandOffsets offsets_{};
};

// The destinations' bits, carry last, for these sources in order. Runs the operation on all lanes,
// then on some of them, and fails the test when lanes disagree or others change.
[[nodiscard]] std::vector<std::uint64_t> evaluate(std::string_view text,
                                                  const std::vector<std::uint64_t>& sources,
                                                  std::span<const ptx::Register> registers = {});

struct Row {
  std::string_view text;
  std::vector<std::uint64_t> sources;
  std::vector<std::uint64_t> expected;
};

void expect_rows(std::span<const Row> rows);

}  // namespace warplens::machine
