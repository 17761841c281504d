#include "viz/swizzle/traced/source_array.h"

#include <gtest/gtest.h>

namespace warplens::swizzle {
namespace {

SourceArray array_of(std::string_view source, std::uint32_t line = 100) {
  auto array = read_source_array(source, "tile", line);
  EXPECT_TRUE(array.has_value());
  return array.has_value() ? *array : SourceArray();
}

std::string subscript(std::string_view index) {
  return "__shared__ float tile[1024];\nvoid k() { tile[" + std::string(index) + "] = 1; }";
}

std::string told(std::string_view index, std::uint32_t pitch = 32) {
  const SourceArray array = array_of("constexpr int kPitch = 32;\n" + subscript(index));
  if (array.uses.size() != 1) return "no use";
  const auto found = pitched_index(array, array.uses[0].subscripts[0], pitch);
  return found ? fmt::format("{} | {} | {}", found->row, array.text(found->pitch), found->column)
               : "none";
}

TEST(SourceArray, ADeclarationSaysTypeExtentsAndUses) {
  const SourceArray array = array_of(
      "constexpr int kSide = 16 * 2;\n"
      "__global__ void k() {\n"
      "  __shared__ double other[4], tile[2][kSide];  // tile[0][0]\n"
      "  tile[0][threadIdx.x] = other[0];\n"
      "  f(&tile[1][0]);\n"
      "}\n"
      "void g(float* tile) { tile[0] = 1; }\n");
  EXPECT_EQ(array.line, 3u);
  EXPECT_EQ(array.element_bytes, 8u);
  ASSERT_EQ(array.extents.size(), 2u);
  EXPECT_EQ(array.value(array.text(array.extents[1])), 32);
  ASSERT_EQ(array.uses.size(), 2u) << "comments and other functions name another";
  EXPECT_EQ(array.text(array.uses[0].subscripts[1]), "threadIdx.x");
  EXPECT_FALSE(array.uses[0].is_address);
  EXPECT_TRUE(array.uses[1].is_address);
}

TEST(SourceArray, OfSeveralKernelsItIsTheLastOneBeforeTheLine) {
  constexpr std::string_view kTwo =
      "void a() { __shared__ float tile[32][8]; tile[0][0] = 1; }\n"
      "void b() { __shared__ half tile[16][16]; tile[0][0] = 1; }\n";
  EXPECT_EQ(array_of(kTwo, 1).element_bytes, 4u);
  EXPECT_EQ(array_of(kTwo, 2).element_bytes, 2u);
}

TEST(SourceArray, ANameWithTwoValuesHasNone) {
  const SourceArray array = array_of(
      "void a() { const int pitch = 8, n = 4; }\n"
      "void b() { const int pitch = 32; __shared__ float tile[n * pitch]; }\n");
  EXPECT_EQ(array.value("n"), 4);
  EXPECT_FALSE(array.value("pitch").has_value());
}

TEST(SourceArray, WithoutADeclarationThereIsNone) {
  EXPECT_FALSE(read_source_array("__shared__ float other[32];", "tile", 9).has_value());
  EXPECT_FALSE(read_source_array("float tile[32][32];", "tile", 9).has_value());
}

TEST(PitchedIndex, ARowTimesThePitchAndAColumnAreTakenInAnyOrder) {
  EXPECT_EQ(told("row * kPitch + col"), "row | kPitch | col");
  EXPECT_EQ(told("col + kPitch * (row + j)"), "(row + j) | kPitch | col");
  EXPECT_EQ(told("a + row * 32 + b"), "row | 32 | a + b");
  EXPECT_EQ(told("row / 4 * 32 + col % 8"), "row / 4 | 32 | col % 8");
}

TEST(PitchedIndex, WhatMayMeanSomethingElseIsNone) {
  EXPECT_EQ(told("row * kPitch"), "none");
  EXPECT_EQ(told("row * kPitch + col", 64), "none");
  EXPECT_EQ(told("row * kPitch / 2 + col"), "none") << "what divides would divide the pitch";
  EXPECT_EQ(told("row * kPitch + col * 32"), "none") << "two rows";
  EXPECT_EQ(told("row * kPitch - 1 + col"), "none");
  EXPECT_EQ(told("row * kPitch + (col ^ row) | 1"), "none");
  EXPECT_EQ(told("i"), "none");
}

TEST(PitchedIndex, ThePitchIsTheOneThatMostSubscriptsHave) {
  const SourceArray array = array_of(
      "#define PITCH 48\n__shared__ float tile[9000];\n"
      "void k() { tile[a * PITCH + b] = tile[c * PITCH + d] + tile[e * 2 + f]; }");
  EXPECT_EQ(named_pitch(array), 48u);
}

}  // namespace
}  // namespace warplens::swizzle
