// Arithmetic: PTX instructions that only read and write registers.
//
// find_operation() maps an instruction (mnemonic, modifiers, operand forms) to a function over
// whole warps, specialised by type, and to the shape of its operands. The decoder then places
// registers, immediates and special registers in the frame and hands over their offsets.
//
// A frame is the register file of one call of a function for one warp, structure of arrays:
//   predicate  std::uint32_t            bit i = lane i
//   16-bit     std::uint16_t[32]
//   32-bit     std::uint32_t[32]
//   64-bit     std::uint64_t[32]
//   128-bit    std::uint64_t[2][32]     low halves, then high halves
// each 64-byte aligned at a byte offset. Immediates and special registers are slots too, filled
// when the warp starts, so an operation never asks what kind of operand it has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::machine {

inline constexpr std::size_t kMaximumOperands = 12;
using OperandOffsets = std::array<std::uint32_t, kMaximumOperands>;
// The last place is no operand: it holds Operation::option.
inline constexpr std::size_t kOptionPlace = kMaximumOperands - 1;

// Executes for the lanes in `mask`; other lanes' destinations are left as they are.
using OperationFunction = void (*)(std::byte* frame, std::uint32_t mask,
                                   const OperandOffsets& operands);

struct OperandShape {
  ptx::ScalarType type = ptx::ScalarType::b32;  // pred for predicates; immediates are made of it
  bool is_destination = false;
  // The condition-code register's carry flag (add.cc, subc…): an implicit predicate behind the
  // instruction's own operands. All carry shapes of a frame share one slot.
  bool is_carry = false;
};

struct Operation {
  OperationFunction function = nullptr;
  // One an operand, in the order of the instruction with vectors and pairs flattened ({a,b} → a, b;
  // d|p → d, p). A sink (_) keeps its place and gets a scratch slot.
  // Carry shapes come last. No shape is 8 bits wide: cvt's 8-bit types live in 16-bit slots.
  std::vector<OperandShape> operands;
  // The variant of the function (rounding, boolean operator…), which the decoder copies to
  // OperandOffsets[kOptionPlace].
  std::uint32_t option = 0;
};

// nullopt: no arithmetic instruction that the machine knows.
// Covers mov (registers, immediates, addresses already turned into integers, pack and unpack), cvt,
// cvta (as an addition of the window's base, see address_windows.h; `cvta.to` as subtraction; but
// for cvta.local, which depends on the thread), and every
// integer, f32, f64, f16, bf16, comparison, selection, logic, shift and bit instruction.
//
// `registers` are the function's: cvt may read and write registers wider than its types (PTX ISA
// "Operand Size Exceeding Instruction-Type Size"), and its shapes are then as wide as the
// registers. Without them every register is taken to be as wide as the instruction's type.
[[nodiscard]] std::optional<Operation> find_operation(
    const ptx::Instruction& instruction, std::span<const ptx::Register> registers = {});

}  // namespace warplens::machine
