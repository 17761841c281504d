#include "viz/swizzle/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::swizzle {
namespace {

using testing::HasSubstr;

std::string again(const std::string& text) {
  const auto spec = parse_spec(text);
  EXPECT_TRUE(spec.has_value()) << text << ": " << spec.error().message.in(Language::en);
  if (!spec.has_value()) return "";
  const std::string printed = text_of(*spec);
  const auto reread = parse_spec(printed);
  EXPECT_TRUE(reread.has_value()) << printed;
  EXPECT_TRUE(reread.has_value() && *reread == *spec) << printed;
  return printed;
}

std::string spec_error(const std::string& text) {
  const auto spec = parse_spec(text);
  if (spec.has_value()) return "";
  EXPECT_NE(spec.error().message.in(Language::zh), spec.error().message.in(Language::en)) << text;
  return spec.error().message.in(Language::en);
}

TEST(Spec, IsATextAndBack) {
  EXPECT_EQ(again(""), "element=4 tile=32x32 order=row write=rows read=columns map=none");
  EXPECT_EQ(
      again("map= Swizzle< 3, 3 ,4>  read=ldmatrix.trans  tile=128x8 order=column element=2"),
      "element=2 tile=128x8 order=column write=rows read=ldmatrix.x4.trans map=Swizzle<3,3,4>");
  EXPECT_EQ(again("map=col ^ (row >> 1) write=lanes( lane * 32 + warp )"),
            "element=4 tile=32x32 order=row write=lanes(lane * 32 + warp) read=columns "
            "map=col ^ (row >> 1)");
}

TEST(Spec, EveryKindOfMapAndAccessIsATextAndBack) {
  for (const char* map : {"none", "padding 7", "xor", "xor(4)", "xor(4,2)", "shift", "shift(1,3)",
                          "Swizzle<2,1,-3>", "Swizzle<0,4,3>", "(32,32):(33,1)", "col + 1",
                          "row = row ^ 1", "col = cols - 1 - col", "offset = row * 33 + col"}) {
    EXPECT_THAT(again(std::string("map=") + map), testing::EndsWith(std::string("map=") + map));
  }
  for (const char* read : {"rows", "columns.4B", "rows.8B", "columns.16B", "groups", "ldmatrix.x1",
                           "ldmatrix.x2.trans", "lanes(0,32,...)", "lanes.16B(lane * 4)"}) {
    EXPECT_THAT(again(std::string("read=") + read), HasSubstr(std::string(" read=") + read + " "));
  }
  EXPECT_THAT(again("write=stmatrix.x2.trans"), HasSubstr("write=stmatrix.x2.trans "));
}

TEST(Spec, ALayoutIsTheTileToo) {
  EXPECT_EQ(again("element=2 map=Sw<3,4,3> o smem_ptr o (64,32):(32,1)"),
            "element=2 tile=64x32 order=row write=rows read=columns "
            "map=Sw<3,4,3> o smem_ptr o (64,32):(32,1)");
  EXPECT_EQ(again("map=Sw<3,4,3> o smem_ptr[16b] o (64,8):(1,64)"),
            "element=2 tile=64x8 order=column write=rows read=columns "
            "map=Sw<3,4,3> o smem_ptr[16b] o (64,8):(1,64)");
  EXPECT_EQ(again("order=column tile=8x8 map=zipped_divide((8,8):(8,1), (2,4))"),
            "element=4 tile=8x8 order=column write=rows read=columns "
            "map=zipped_divide((8,8):(8,1), (2,4))");
  EXPECT_THAT(again("map=Sw<3,3,3>"), HasSubstr("map=Swizzle<3,3,3>"));
  EXPECT_THAT(spec_error("map=(8,8):(8,1"), HasSubstr("at the end, character 11"));
  EXPECT_THAT(spec_error("map=64:1"), HasSubstr("two modes"));
  EXPECT_THAT(spec_error("map=(8,8,8):(1,8,64)"), HasSubstr("this layout has 3"));
  EXPECT_THAT(spec_error("map=(5384,4):(4,1)"), HasSubstr("each 1 to 4096"));
  EXPECT_THAT(spec_error("map=(4096,4096):(4096,1)"), HasSubstr("at most 65536"));
}

TEST(Spec, ErrorsNameTheFieldAndWhatItTakes) {
  EXPECT_THAT(spec_error("nonsense"), HasSubstr("element=2 tile=128x8"));
  EXPECT_THAT(spec_error("x element=2"), HasSubstr("'x '"));
  EXPECT_THAT(spec_error("element=2 element=4"), HasSubstr("element is given twice"));
  EXPECT_THAT(spec_error("element=5"), HasSubstr("1, 2, 4, 8 or 16"));
  EXPECT_THAT(spec_error("tile=32"), HasSubstr("128x8"));
  EXPECT_THAT(spec_error("tile=-1x4"), HasSubstr("128x8"));
  EXPECT_THAT(spec_error("tile=4096x4096"), HasSubstr("65536"));
  EXPECT_THAT(spec_error("tile=512x128 element=8"), HasSubstr("232448 bytes"));
  EXPECT_THAT(spec_error("read=diagonals"), HasSubstr("rows, columns, groups"));
  EXPECT_THAT(spec_error("read=rows.32B"), HasSubstr("rows, columns, groups"));
  EXPECT_THAT(spec_error("read=lanes()"), HasSubstr("rows, columns, groups"));
  EXPECT_THAT(spec_error("read=lanes(row)"), HasSubstr("there is lane, warp, rows, cols"));
  EXPECT_THAT(spec_error("read=lanes(1,x)"), HasSubstr("up to 32 elements"));
  EXPECT_THAT(spec_error("read=stmatrix"), HasSubstr("who reads takes ldmatrix"));
  EXPECT_THAT(spec_error("map=padding"), HasSubstr("1 to 1024"));
  EXPECT_THAT(spec_error("map=padding 0"), HasSubstr("1 to 1024"));
  EXPECT_THAT(spec_error("map=Swizzle<3,3,2>"), HasSubstr("|S| >= B"));
  EXPECT_THAT(spec_error("map=Swizzle<3,3>"), HasSubstr("Swizzle<B,M,S>"));
  EXPECT_THAT(spec_error("map=xor(4,2,1)"), HasSubstr("xor(4,2)"));
  EXPECT_THAT(spec_error("map=lanes = 4"), HasSubstr("nothing is called lanes"));
  EXPECT_THAT(spec_error("map=" + std::string(301, '1')), HasSubstr("at most 300"));
  EXPECT_THAT(spec_error(std::string(2001, ' ')), HasSubstr("at most 2000"));
}

}  // namespace
}  // namespace warplens::swizzle
