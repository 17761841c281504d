// What is said of elements and registers.
#include "viz/fragments/fragment_words.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warplens::fragments {
namespace {

MatrixForm form_of(std::string_view name) {
  auto form = machine::matrix_form_named(name);
  EXPECT_TRUE(form.has_value()) << name;
  return form.has_value() ? std::move(*form) : MatrixForm();
}

std::string said(const HeldElement& held) { return held_phrase(held).in(Language::en); }

TEST(FragmentWords, NameTheLaneTheRegisterAndItsPart) {
  const MatrixForm form = form_of("mma.m16n8k16.f16");
  const FormOperand &a = form.operands[0], &d = form.operands[3];
  EXPECT_EQ(said({a, {14, 0, 1}}), "A[3][5] is in lane 14's register a0, upper half");
  EXPECT_EQ(said({d, {14, 1, 0}, 0, "%f9", "0.125"}),
            "D[3][5] = 0.125 is in lane 14's register d1 (%f9)");
  EXPECT_EQ(held_phrase_short({a, {14, 0, 1}, 0, "%r9", "2"}).in(Language::en),
            "A[3][5] = 2: lane 14, a0 hi");
  EXPECT_EQ(operand_title(a), "A 16 × 16 f16");
}

TEST(FragmentWords, SayWhichBitsOfARegister) {
  const FragmentMap bytes = form_of("mma.m16n8k32.s8").operands[0].map;
  EXPECT_EQ(part_phrase(bytes, 2).in(Language::en), "byte 2");
  const FragmentMap nibbles = form_of("mma.m16n8k64.s4").operands[0].map;
  EXPECT_EQ(part_phrase(nibbles, 3).in(Language::en), "bits 12 to 15");
}

TEST(FragmentWords, TakeSingleBitsAWordAtATime) {
  const FormOperand a = form_of("mma.m16n8k256.b1").operands[0];
  EXPECT_EQ(cells_across(a.map), 8u);
  EXPECT_EQ(said({a, {1, 0, 0}}), "A[0][32…63] is in lane 1's register a0");
  std::vector<std::byte> registers(std::size_t{a.map.registers} * 128);
  const std::uint32_t word = 0xdeadbeef;
  std::memcpy(&registers[std::size_t{1} * 4], &word, 4);
  EXPECT_EQ(value_word(a.map, registers.data(), {1, 0, 0}), "0xdeadbeef");
}

TEST(FragmentWords, CountRowsOfTheWholeWarpgroup) {
  const FormOperand d = form_of("wgmma.m64n64k16.f16").operands[3];
  EXPECT_EQ(said({d, {14, 1, 0}, 32}), "D[35][5] is in lane 14's register d1");
}

TEST(FragmentWords, SayOfSharedMemoryThatNoRegisterHoldsIt) {
  const FormOperand b = form_of("wgmma.m64n64k16.f16").operands[1];
  EXPECT_EQ(said({b, {0, 0, 3}, 0, {}, "1"}),
            "B[3][0] = 1 is read from shared memory: no register holds it");
}

TEST(FragmentWords, ShortenWhatPtxSaysAtLength) {
  EXPECT_EQ(short_name(form_of("mma.m16n8k16.f16")), "mma.m16n8k16.f32.f16.f16.f32");
  EXPECT_EQ(short_name(form_of("wgmma.m64n128k16.bf16")), "wgmma.m64n128k16.f32.bf16.bf16");
  EXPECT_EQ(short_name(form_of("ldmatrix.x4.trans")), "ldmatrix.x4.trans");
}

}  // namespace
}  // namespace warplens::fragments
