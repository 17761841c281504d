// The examples of CuTe's documentation ("CuTe Layout Algebra"), and what its operations must hold.
#include "viz/cute/algebra.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viz/cute/swizzled_inverse.h"
#include "viz/cute/value_text_test.h"

namespace warplens::cute {
namespace {

using testing::HasSubstr;

Layout layout(const std::string& text) { return parse_layout(text).value().layout; }

TEST(LayoutAlgebra, GivesWhatTheDocumentationPrints) {
  EXPECT_EQ(value_of("coalesce((2,(1,6)):(1,(6,2)))"), "12:1");
  EXPECT_EQ(value_of("coalesce((2,(1,6)):(1,(6,2)), (1,1))"), "(2,6):(1,2)");
  EXPECT_EQ(value_of("(6,2):(8,2) o (4,3):(3,1)"), "((2,2),3):((24,2),8)");
  EXPECT_EQ(value_of("20:2 o (5,4):(4,1)"), "(5,4):(8,2)");
  EXPECT_EQ(value_of("(10,2):(16,4) o (5,4):(1,5)"), "(5,(2,2)):(16,(80,4))");
  EXPECT_EQ(value_of("composition((12,(4,8)):(59,(13,1)), <3:4,8:2>)"), "(3,(2,4)):(236,(26,1))");
  EXPECT_EQ(value_of("composition((12,(4,8)):(59,(13,1)), (3,8))"), "(3,(4,2)):(59,(13,1))");
  EXPECT_EQ(value_of("complement(4:1, 24)"), "6:4");
  EXPECT_EQ(value_of("complement(6:4, 24)"), "4:1");
  EXPECT_EQ(value_of("complement((4,6):(1,4), 24)"), "1:0");
  EXPECT_EQ(value_of("complement(4:2, 24)"), "(2,3):(1,8)");
  EXPECT_EQ(value_of("complement((2,4):(1,6), 24)"), "3:2");
  EXPECT_EQ(value_of("complement((2,2):(1,6), 24)"), "(3,2):(2,12)");
  EXPECT_EQ(value_of("logical_divide((4,2,3):(2,1,8), 4:2)"), "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(value_of("logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"),
            "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  EXPECT_EQ(value_of("zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"),
            "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(value_of("logical_product((2,2):(4,1), 6:1)"), "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(value_of("logical_product((2,2):(4,1), (4,2):(2,1))"), "((2,2),(4,2)):((4,1),(8,2))");
  EXPECT_EQ(value_of("blocked_product((2,5):(5,1), (3,4):(1,3))"), "(6,(5,4)):(5,(1,30))");
  EXPECT_EQ(value_of("raked_product((2,5):(5,1), (3,4):(1,3))"), "((3,2),(4,5)):((10,5),(30,1))");
}

TEST(LayoutAlgebra, ASwizzleStaysBeforeWhatIsMadeOfItsLayout) {
  EXPECT_EQ(value_of("tile_to_shape(Sw<3,4,3> o smem_ptr o (8,64):(64,1), (64,64))"),
            "Sw<3,4,3> o smem_ptr o (64,64):(64,1)");
  EXPECT_EQ(value_of("tile_to_shape(Sw<2,4,3> o smem_ptr o (8,32):(32,1), (64,64), (2,1))"),
            "Sw<2,4,3> o smem_ptr o ((8,8),(32,2)):((32,512),(1,256))");
  EXPECT_EQ(value_of("composition(Sw<3,3,3>, (64,64):(64,1)) o (8,8):(1,64)"),
            "Sw<3,3,3> o 0 o (8,8):(64,1)");
}

TEST(LayoutAlgebra, ARightInverseIsUndoneByTheLayoutAndALeftOneUndoesIt) {
  for (const char* text : {"(4,8):(8,1)", "(2,(4,3)):(4,(1,8))", "(4,2):(1,8)", "(8,8):(1,8)"}) {
    const Layout forth = layout(text);
    const Layout right = right_inverse(forth).value();
    for (std::int64_t i = 0; i < size(right); ++i)
      EXPECT_EQ(index_of(forth, index_of(right, i)), i) << text;
    const Layout left = left_inverse(forth).value();
    for (std::int64_t i = 0; i < size(forth); ++i)
      EXPECT_EQ(index_of(left, index_of(forth, i)), i) << text;
  }
}

TEST(LayoutAlgebra, WhatWouldBeNoResultIsRefused) {
  EXPECT_THAT(value_of("(10,4):(1,20) o 2:3"), HasSubstr("do not divide one another"));
  EXPECT_THAT(value_of("(4,6):(1,10) o 6:1"), HasSubstr("no whole number"));
  EXPECT_THAT(value_of("complement((4,2):(1,3), 24)"), HasSubstr("has no complement"));
  EXPECT_THAT(value_of("left_inverse((2,3):(64,1))"), HasSubstr("multiples of one another"));
  EXPECT_THAT(value_of("left_inverse((4,2):(1,0))"), HasSubstr("several elements at one place"));
  EXPECT_THAT(value_of("complement(4:1, 0)"), HasSubstr("one place at least"));
  EXPECT_THAT(value_of("tile_to_shape((8,64):(64,1), (60,64))"), HasSubstr("do not divide"));
  EXPECT_THAT(value_of("logical_divide(8:1, (2,2,2))"), HasSubstr("a tiler of 3 modes"));
  EXPECT_THAT(value_of("logical_product(65536:1, 65536:1)"), HasSubstr("more than 2147483647"));
}

TEST(Layout, GoesFromCoordinateToIndexAndBack) {
  EXPECT_EQ(value_of("crd2idx((1,(2,3)), (4,(3,5)):(2,(100,1000)))"), "3202");
  EXPECT_EQ(value_of("crd2idx((1,11), (4,(3,5)), (2,(100,1000)))"), "3202");
  EXPECT_EQ(value_of("crd2idx(45, (4,(3,5)):(2,(100,1000)))"), "3202");
  EXPECT_EQ(value_of("idx2crd(45, (4,(3,5)))"), "(1,(2,3))");
  EXPECT_EQ(value_of("crd2idx((1,0), Sw<3,3,3> o (64,64):(64,1))"), "72");
  EXPECT_EQ(value_of("crd2idx((1,0), Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1))"), "72");
  EXPECT_THAT(value_of("crd2idx((1,0), Sw<3,4,3> o smem_ptr o (64,64):(64,1))"),
              HasSubstr("of how many bits"));
  EXPECT_THAT(value_of("crd2idx((1,2,3), (4,4):(1,4))"), HasSubstr("does not go with shape (4,4)"));
}

TEST(Layout, HasSizeCosizeRankAndDepth) {
  EXPECT_EQ(value_of("size((4,(2,3)):(1,(8,100)))"), "24");
  EXPECT_EQ(value_of("cosize((4,(2,3)):(1,(8,100)))"), "212");
  EXPECT_EQ(value_of("rank((4,(2,3)):(1,(8,100)))"), "2");
  EXPECT_EQ(value_of("depth((4,(2,3)):(1,(8,100)))"), "2");
  EXPECT_EQ(value_of("depth(4:1)"), "0");
}

TEST(LayoutAlgebra, AnInverseOfASwizzledLayoutHasTheSwizzleBehindIt) {
  // As CUTLASS 4.2 prints them.
  EXPECT_EQ(value_of("right_inverse(Sw<3,3,3> o 0 o (8,64):(64,1))"),
            "Sw<3,0,-6> o 0 o (64,8):(8,1)");
  EXPECT_EQ(value_of("left_inverse(Sw<2,3,3> o 0 o (8,32):(32,1))"),
            "Sw<2,1,-5> o 0 o (32,8):(8,1)");
  EXPECT_EQ(value_of("right_inverse(Sw<2,0,3> o 0 o (32,8):(1,32))"), "Sw<2,0,3> o 0 o 256:1");
  EXPECT_EQ(value_of("right_inverse(GMMA::Layout_K_SW128_Atom<half_t>)"),
            "Sw<3,0,-6> o 0 o (64,8):(8,1)")
      << "of elements, where CuTe would swizzle them as if they were bytes";
}

TEST(LayoutAlgebra, InversesOfSwizzledLayoutsLeadBackToEachElement) {
  for (const std::string text :
       {"GMMA::Layout_K_SW64_Atom<half_t>", "GMMA::Layout_MN_SW128_Atom<bfloat16_t>",
        "UMMA::Layout_MN_SW128_32B_Atom<float>",
        "tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>, (64,64))",
        "Sw<3,0,-6> o 0 o (64,8):(8,1)"}) {
    const ComposedLayout forth = parse_layout(text).value();
    const ComposedLayout right = right_inverse(forth).value(), left = left_inverse(forth).value();
    for (std::int64_t i = 0; i < size(forth.layout); ++i) {
      const std::int64_t index = index_of(forth, IntTuple{i}).value();
      EXPECT_EQ(index_of(left, IntTuple{index}).value(), i) << text;
      EXPECT_EQ(index_of(forth, IntTuple{index_of(right, IntTuple{i}).value()}).value(), i) << text;
    }
  }
}

TEST(LayoutAlgebra, ASwizzleThatIsNoneBehindTheInverseIsRefused) {
  EXPECT_THAT(value_of("right_inverse(Sw<3,4,3> o 0 o (8,64):(64,1))"),
              HasSubstr("does not keep the bits of Sw<3,4,3> side by side"));
  EXPECT_THAT(value_of("right_inverse(Sw<2,4,-4> o 0 o (8,32):(1,8))"),
              HasSubstr("moves indices beyond the 256 elements"));
  EXPECT_THAT(value_of("right_inverse(Sw<3,3,3> o 16 o (8,64):(64,1))"), HasSubstr("offset"));
  EXPECT_THAT(value_of("left_inverse(Sw<3,4,3> o smem_ptr o (8,64):(64,1))"),
              HasSubstr("say of how many bits"));
}

}  // namespace
}  // namespace warplens::cute
