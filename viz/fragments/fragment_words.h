// An instruction's operands, registers and elements as people say them.
//
//   A[3][5] is in lane 14's register a0 (%r45), upper half: 0.125
#pragma once

#include <optional>
#include <string>

#include "kernels/base/text.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::fragments {

using machine::FormOperand;
using machine::FragmentElement;
using machine::FragmentMap;
using machine::FragmentPart;
using machine::MatrixForm;

// Single bits are looked at 32 at a time, all others one by one.
[[nodiscard]] std::uint32_t span_of(const FragmentMap& map);
// Of a row, and of a register.
[[nodiscard]] std::uint32_t cells_across(const FragmentMap& map);
[[nodiscard]] std::uint32_t cells_of_register(const FragmentMap& map);

// Without the words that all of its kind have: "mma.m16n8k16.f32.f16.f16.f32".
[[nodiscard]] std::string short_name(const MatrixForm& form);
// "A"; "R" of ldmatrix and stmatrix, "T" of tcgen05.ld and tcgen05.st.
[[nodiscard]] std::string operand_name(const FormOperand& operand);
// "A 16 × 8 f16"
[[nodiscard]] std::string operand_title(const FormOperand& operand);
// "a1"
[[nodiscard]] std::string register_word(const FormOperand& operand, std::uint32_t reg);
// "A[3][5]", "R2[3][5]" of matrix 2; "A[3][32…63]" of bits.
[[nodiscard]] std::string element_word(const FormOperand& operand, const FragmentElement& element);
// "upper half", "byte 2", "bits 4 to 7"; empty: all of it.
[[nodiscard]] Text part_phrase(const FragmentMap& map, std::uint32_t part);
// "lo", "hi", "2"
[[nodiscard]] std::string part_sign(const FragmentMap& map, std::uint32_t part);
// Of the registers' bytes, as FragmentMap::value() takes them.
[[nodiscard]] std::string value_word(const FragmentMap& map, const std::byte* registers,
                                     const FragmentPart& part);
// The same in three digits.
[[nodiscard]] std::string short_value(const FragmentMap& map, const std::byte* registers,
                                      const FragmentPart& part);

// Where an element is. `name`: of the register in the kernel, or empty; `value`: likewise.
struct HeldElement {
  const FormOperand& operand;
  FragmentPart part;
  std::uint32_t first_row = 0;  // of the warp's part of the matrix
  std::string name{}, value{};
};
[[nodiscard]] Text held_phrase(const HeldElement& held);
// The same in few words: "A[3][5]: lane 14, a0 hi = 0.125"
[[nodiscard]] Text held_phrase_short(const HeldElement& held);

}  // namespace warplens::fragments
