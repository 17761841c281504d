#include <gmock/gmock.h>

#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

using Kind = Operand::Kind;

Operand operand_of(const std::string& operand) {
  const Function function = kernel_of("op.b32 " + operand + ";");
  if (function.instructions.empty() || function.instructions[0].operands.empty()) return {};
  return function.instructions[0].operands[0];
}

std::uint64_t integer(const std::string& text) {
  const Operand operand = operand_of(text);
  EXPECT_EQ(operand.kind, Kind::integer) << text;
  return operand.bits;
}

TEST(Operands, IntegersOfEveryBaseAreRead) {
  EXPECT_EQ(integer("42"), 42u);
  EXPECT_EQ(integer("0x1fU"), 31u);
  EXPECT_EQ(integer("017"), 15u);
  EXPECT_EQ(integer("0b101"), 5u);
  EXPECT_EQ(integer("-1"), ~std::uint64_t{0});
  EXPECT_EQ(integer("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(integer("WARP_SZ"), 32u);
}

TEST(Operands, ConstantExpressionsFollowThePrecedenceOfC) {
  EXPECT_EQ(integer("(1 + 2 * 3)"), 7u);
  EXPECT_EQ(integer("1 + 2 << 3"), 24u);
  EXPECT_EQ(integer("-7 / 2"), static_cast<std::uint64_t>(-3));
  EXPECT_EQ(integer("-7 % 4"), static_cast<std::uint64_t>(-3));
  EXPECT_EQ(integer("-8 >> 1"), static_cast<std::uint64_t>(-4));
  EXPECT_EQ(integer("~0 & 0xff ^ 0xf"), 0xf0u);
  EXPECT_EQ(integer("!5"), 0u);
  EXPECT_EQ(integer("10 - 2 - 3"), 5u);
  EXPECT_EQ(integer("(3 > 2 ? 7 : 8)"), 7u);
}

TEST(Operands, FloatsKeepTheirBits) {
  EXPECT_EQ(operand_of("0f3F800000").kind, Kind::f32);
  EXPECT_EQ(operand_of("0f3F800000").bits, 0x3f800000u);
  EXPECT_EQ(operand_of("0d3FF0000000000000").bits, 0x3ff0000000000000u);
  EXPECT_EQ(operand_of("1.5").kind, Kind::f64);
  EXPECT_EQ(operand_of("1.5").bits, 0x3ff8000000000000u);
  EXPECT_EQ(operand_of("-1e-1").bits, 0xbfb999999999999au);
}

TEST(Operands, RegistersOfARangeAreResolvedOnce) {
  const Function function = kernel_of("add.s32 %r8, %r0, %r8;");
  ASSERT_EQ(function.registers.size(), 2u);
  EXPECT_EQ(function.registers[0].name, "%r8");
  EXPECT_EQ(function.instructions[0].operands[0].index, 0u);
  EXPECT_EQ(function.instructions[0].operands[2].index, 0u);
  EXPECT_EQ(function.instructions[0].operands[1].index, 1u);
}

TEST(Operands, MemoryHasABaseAndAByteOffset) {
  const Operand plus = operand_of("[%rd1+-4]");
  EXPECT_EQ(plus.kind, Kind::memory);
  EXPECT_EQ(plus.elements.at(0).kind, Kind::reg);
  EXPECT_EQ(plus.bits, static_cast<std::uint64_t>(-4));
  const Operand symbol = operand_of("[a+8]");
  EXPECT_EQ(symbol.elements.at(0).text, "a");
  EXPECT_EQ(symbol.bits, 8u);
  EXPECT_EQ(operand_of("[64]").elements.at(0).bits, 64u);
}

TEST(Operands, VectorsPairsSinksAndNegationsAreRead) {
  EXPECT_EQ(operand_of("{%r1, _, 0f3F800000}").elements.size(), 3u);
  EXPECT_EQ(operand_of("{%r1, _}").elements.at(1).kind, Kind::sink);
  const Operand pair = operand_of("%p1|%p2");
  EXPECT_EQ(pair.kind, Kind::pair);
  EXPECT_EQ(pair.elements.size(), 2u);
  EXPECT_TRUE(operand_of("!%p1").negated);
  EXPECT_TRUE(operand_of("-%r1").negated);
  const Operand texture = operand_of("[a, {%f1, %f2}]");
  EXPECT_EQ(texture.elements.at(1).kind, Kind::vector);
}

TEST(Operands, SpecialRegistersKeepTheirComponent) {
  EXPECT_EQ(operand_of("%tid.x").kind, Kind::special);
  EXPECT_EQ(operand_of("%ctaid.z").text, "%ctaid.z");
  EXPECT_EQ(operand_of("%clock64").text, "%clock64");
}

TEST(Operands, ComponentsOfVectorRegistersAreNumbered) {
  const Function function = kernel_of(".reg .v4 .f32 %v; mov.f32 %f1, %v.z;");
  EXPECT_EQ(function.instructions[0].operands[1].component, 2);
  EXPECT_EQ(function.registers.at(1).vector_width, 4u);
}

TEST(Operands, AnInstructionKnowsItsTextGuardAndModifiers) {
  const std::string body = "  @!%p3 foo.L2::128B.v2 %r1, [%rd1];";
  const Module module = parse_ok(in_kernel(body));
  const Instruction& instruction = module.functions.at(0).instructions.at(0);
  EXPECT_EQ(instruction.mnemonic(), "foo.L2::128B.v2");
  EXPECT_TRUE(instruction.has("v2"));
  EXPECT_TRUE(instruction.guard_negated);
  EXPECT_EQ(module.functions[0].registers[instruction.guard].name, "%p3");
  EXPECT_EQ(instruction.ptx_line, 6u);
  EXPECT_EQ(
      module.text.substr(instruction.text_begin, instruction.text_end - instruction.text_begin),
      "@!%p3 foo.L2::128B.v2 %r1, [%rd1];");
}

}  // namespace
}  // namespace warplens::ptx
