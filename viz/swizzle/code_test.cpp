#include "viz/swizzle/code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viz/swizzle/cute_code.h"

namespace warplens::swizzle {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string coded(const std::string& text, CodeKind kind) {
  const auto written = code(*parse_spec(text), kind);
  return written.has_value() ? *written : written.error().message.in(Language::en);
}

TEST(CuteCode, IsACompositionOfTheSwizzleAndTheLayout) {
  const std::string text = coded(
      "element=2 tile=128x8 order=column write=stmatrix.x2 read=ldmatrix.trans map=Swizzle<3,3,4>",
      CodeKind::cute);
  EXPECT_THAT(text, HasSubstr("composition(Swizzle<3,3,4>{}, Layout<Shape<Int<128>, Int<8>>, "
                              "Stride<Int<1>, Int<128>>>{})"));
  EXPECT_THAT(text, HasSubstr("on byte addresses it is Swizzle<3,4,4>"));
  EXPECT_THAT(text, HasSubstr("SM75_U16x8_LDSM_T"));
  EXPECT_THAT(text, HasSubstr("SM90_U32x2_STSM_N"));
}

TEST(CuteCode, PaddingIsAStride) {
  const std::string text = coded("tile=32x32 map=padding 1", CodeKind::cute);
  EXPECT_THAT(text,
              HasSubstr("decltype(Layout<Shape<Int<32>, Int<32>>, Stride<Int<33>, Int<1>>>{})"));
  EXPECT_THAT(text, Not(HasSubstr("Swizzle<")));
}

TEST(CuteCode, AMapThatDoesWhatASwizzleDoesBecomesThatSwizzle) {
  EXPECT_THAT(coded("tile=32x32 map=xor", CodeKind::cute), HasSubstr("composition(Swizzle<5,0,5>"));
  EXPECT_THAT(coded("tile=32x32 map=xor(4)", CodeKind::cute), HasSubstr("(Swizzle<3,2,3>"));
  EXPECT_THAT(coded("tile=32x32 map=col ^ (row >> 1)", CodeKind::cute),
              HasSubstr("(Swizzle<4,0,6>"));
  EXPECT_THAT(coded("tile=32x32 map=col", CodeKind::cute), Not(HasSubstr("composition")));
}

TEST(CuteCode, SaysWhereCuteHasNoSuchLayout) {
  EXPECT_THAT(coded("tile=32x32 map=shift", CodeKind::cute), HasSubstr("--code cuda"));
}

TEST(CudaCode, HasTheMapAsAFunctionAndAKernelThatUsesIt) {
  const std::string text =
      coded("tile=32x32 write=rows.16B read=columns map=xor(4)", CodeKind::cuda);
  EXPECT_THAT(text, HasSubstr("constexpr int tile_offset(int row, int col) {\n"
                              "  return row * 32 + (((col / 4) ^ row) % 8) * 4 + col % 4;"));
  EXPECT_THAT(text, HasSubstr("using Element = float;"));
  EXPECT_THAT(text, HasSubstr("*reinterpret_cast<uint4*>(&tile[tile_offset(row, col)])"));
}

TEST(CudaCode, ATileBeyond48KiBIsDynamic) {
  const auto written = cuda_code(*parse_spec("tile=128x128 map=padding 4"));
  ASSERT_TRUE(written.has_value());
  EXPECT_EQ(written->dynamic_shared_bytes, 128u * 132 * 4);
  EXPECT_THAT(written->text, HasSubstr("extern __shared__"));
}

}  // namespace
}  // namespace warplens::swizzle
